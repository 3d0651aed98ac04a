import { fail, rookError, succeed, type Result, type Usage } from '@rook/contract';
import type { CallEvent, CallRequest, Clock, ModelCaller } from '@rook/engine';

/** What a model answered, and how long it took. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  /** In how many pieces the text came. */
  readonly pieces: number;
  readonly firstMilliseconds: number | null;
  readonly totalMilliseconds: number;
  readonly usage: Usage;
}

/** Asks once: a failure that a conversation would wait out is told at once. */
export async function askModel(
  caller: ModelCaller,
  request: CallRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Result<Answer>> {
  const start = clock.monotonic();
  const stop = new AbortController();
  const heard: Heard = { texts: [], calls: [], first: null };
  for await (const event of caller.call(request, { signal: AbortSignal.any([signal, stop.signal]) })) {
    if (event.kind === 'waiting') {
      stop.abort();
      return fail(event.error);
    }
    if (event.kind === 'failed') return fail(event.error);
    if (event.kind === 'finished') {
      const cut = explainCut(event.reason);
      if (cut !== null) return fail(rookError('model_bad_answer', cut));
      return succeed({
        text: heard.texts.join(''),
        calls: heard.calls,
        pieces: heard.texts.length,
        firstMilliseconds: heard.first,
        totalMilliseconds: clock.monotonic() - start,
        usage: event.usage,
      });
    }
    listen(heard, event, clock.monotonic() - start);
  }
  return fail(rookError('internal', 'The model ended without a last word.'));
}

interface Heard {
  readonly texts: string[];
  readonly calls: { name: string; input: unknown }[];
  first: number | null;
}

function listen(heard: Heard, event: CallEvent, after: number): void {
  if (event.kind === 'text') {
    heard.first ??= after;
    heard.texts.push(event.text);
  }
  if (event.kind === 'tool_call') {
    heard.first ??= after;
    heard.calls.push({ name: event.part.name, input: event.part.input });
  }
}

function explainCut(reason: string): string | null {
  if (reason === 'cut') return 'The answer broke off before its end; try again.';
  if (reason === 'content_filter') return 'The provider filtered the answer away.';
  return null;
}
