import type { TurnId } from '@rook/contract';

import { BATCH_RULES, describeForModel } from '../commands/batch-progress.ts';
import { readVerdict, VERDICT_ASKING } from '../commands/batch-verdict.ts';
import type { ModelCaller } from '../models/call-model.ts';
import type { ConnectedModel } from '../models/choose-model.ts';
import { collectAnswer } from './collect-answer.ts';
import type { BatchSetup } from './run-batch.ts';

interface Supervision {
  readonly turn: TurnId;
  readonly caller: ModelCaller;
  /** The wanted one, then those to fall back to. */
  readonly models: readonly [ConnectedModel, ...ConnectedModel[]];
  readonly status: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Asks the model after each command of a batch. What that costs is reserved before, as for any call. */
export function superviseBatch({ turn, caller, models, status, signal }: Supervision): BatchSetup['judge'] {
  const isStrict = models.every(({ model }) => model.abilities.structured === 'strict');
  return async (feedback, progress) => {
    const text = describeForModel(feedback, progress);
    const request = {
      system: BATCH_RULES,
      messages: [{ role: 'user' as const, parts: [{ kind: 'text' as const, text }] }],
      ...(isStrict ? { structured: VERDICT_ASKING } : {}),
    };
    status('The model looks at what the command printed.');
    const answer = await collectAnswer(caller.call(request, { signal, place: { turn }, models }), {
      text: () => undefined,
      thinking: () => undefined,
      status,
    });
    const { text: said, model, usage, error } = answer;
    const verdict = error === null ? readVerdict(said) : { ok: false as const, error };
    return { verdict, isAsked: error === null, answer: said, model, usage };
  };
}
