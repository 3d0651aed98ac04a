import type { Following, Workbench, WorkbenchEvent } from '@rook/contract';

import type { FakeWorkbench } from './fake-workbench.ts';

/** A transport with a fake behind it, as a test has set it up. */
export interface WorkbenchStage {
  readonly client: Workbench;
  readonly fake: FakeWorkbench;
  /** Breaks the way under everything that is followed; the client has to mend it. */
  breakWay(): Promise<void>;
  close(): Promise<void>;
}

/** One promise of every transport. `check` answers null when it is kept, otherwise what went wrong. */
export interface StageCase {
  readonly title: string;
  readonly check: (stage: WorkbenchStage) => Promise<string | null>;
}

/** Longer than any machine takes; a check that is not done by then never will be. */
const LIMIT = 25_000;

/** The cases that a transport does not keep, each tried on a stage of its own. */
export async function failedStageCases(
  cases: readonly StageCase[],
  openStage: () => Promise<WorkbenchStage>,
  limit: number = LIMIT,
): Promise<string[]> {
  const failed: string[] = [];
  for (const { title, check } of cases) {
    const stage = await openStage();
    const wrong = await within(check(stage), limit).catch((error: unknown) => `threw ${String(error)}`);
    await stage.close();
    if (wrong !== null) failed.push(`${title}: ${wrong}`);
  }
  return failed;
}

async function within(check: Promise<string | null>, limit: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => {
    resolve('it did not end');
  }, limit);
  try {
    return await Promise.race([check, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Takes events until one is what is waited for; all that were taken, with it. */
export async function takeUntil(
  events: AsyncIterator<WorkbenchEvent>,
  isLast: (event: WorkbenchEvent) => boolean,
): Promise<WorkbenchEvent[]> {
  const taken: WorkbenchEvent[] = [];
  for (;;) {
    const step = await events.next();
    if (step.done === true) return taken;
    taken.push(step.value);
    if (isLast(step.value)) return taken;
  }
}

/** Texts of the entries of a following up to the one that says `last`. */
export async function takeTexts(
  following: Following | AsyncIterator<WorkbenchEvent>,
  last: string,
): Promise<unknown[]> {
  const events = 'events' in following ? following.events[Symbol.asyncIterator]() : following;
  const taken = await takeUntil(events, (event) => textsOf(event).includes(last));
  return taken.flatMap(textsOf);
}

function textsOf(event: WorkbenchEvent): unknown[] {
  return event.type === 'entries' ? event.entries.map((entry) => entry['text']) : [];
}

/** Waits until something is so; the limit of the case ends what never is. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}
