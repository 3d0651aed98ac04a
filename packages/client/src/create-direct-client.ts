import {
  fail,
  parseCallInput,
  parseCallName,
  parseCallOutput,
  rookError,
  succeed,
  type Result,
  type RookError,
  type Workbench,
} from '@rook/contract';

import { followHealing, type Healing, type OpenEvents } from './follow-healing.ts';
import { sleep } from './sleep.ts';

/** The workbench of this process, with the promises that every client keeps. */
export function createDirectClient(
  workbench: Workbench,
  healing: Healing = { sleep, random: Math.random },
): Workbench {
  const open: OpenEvents = async (wish, signal) => {
    const following = workbench.follow(wish);
    signal.addEventListener('abort', () => {
      following.stop();
    });
    return succeed(following.events);
  };
  return {
    call: async (name, input) => {
      const answer = await answerCall(workbench, name, input);
      return answer.ok ? parseCallOutput(name, answer.value) : answer;
    },
    follow: (wish) => followHealing(open, wish, healing),
    readBlob: async (hash, part) => withoutThrow(async () => workbench.readBlob(hash, part)),
    keepBlob: async (bytes) => withoutThrow(async () => workbench.keepBlob(bytes)),
  };
}

/** Carries out a call that came as unknown data: the one place where that becomes a call. `refused` is told of data that is none. */
export async function answerCall(
  workbench: Workbench,
  unknownName: unknown,
  input: unknown,
  refused: (error: RookError) => void = () => undefined,
): Promise<Result<unknown>> {
  const name = parseCallName(unknownName);
  const parsed = name.ok ? parseCallInput(name.value, input) : name;
  if (!name.ok || !parsed.ok) {
    if (!parsed.ok) refused(parsed.error);
    return parsed;
  }
  return withoutThrow(async () => workbench.call(name.value, parsed.value));
}

/** A throw is a bug, and must not leave who asked without an answer. */
export async function withoutThrow<Value>(run: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(rookError('internal', `This is a fault of the workbench: ${reason}`));
  }
}
