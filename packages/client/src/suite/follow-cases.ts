import type { WorkbenchEvent } from '@rook/contract';

import { FAKE_SESSION } from './fake-workbench.ts';
import { takeTexts, takeUntil, until, type StageCase, type WorkbenchStage } from './workbench-stage.ts';

const session = FAKE_SESSION;
const fromStart = { session, after: -1 } as const;

/** What every transport promises of what is followed. */
export const followCases: readonly StageCase[] = [
  {
    title: 'all entries are told from the start, then that it caught up',
    check: async (stage) => {
      write(stage, 0, 50);
      const following = stage.client.follow(fromStart);
      const taken = await takeUntil(iterate(following), ({ type }) => type === 'caught_up');
      following.stop();
      const seqs = seqsOf(taken);
      return isCounted(seqs, 0, 50) && taken.at(-1)?.type === 'caught_up' ? null : show(taken);
    },
  },
  {
    title: 'only entries behind `after` are told',
    check: async (stage) => {
      write(stage, 0, 20);
      const following = stage.client.follow({ session, after: 16 });
      const taken = await takeUntil(iterate(following), ({ type }) => type === 'caught_up');
      following.stop();
      return isCounted(seqsOf(taken), 17, 20) ? null : show(taken);
    },
  },
  {
    title: 'what is written while it is followed is told, in order and each once',
    check: async (stage) => {
      const following = stage.client.follow(fromStart);
      const told = takeTexts(following, 'e299');
      for (let start = 0; start < 300; start += 10) {
        write(stage, start, start + 10);
        await turnOnce();
      }
      const texts = await told;
      following.stop();
      return isNamed(texts, 300) ? null : show(texts);
    },
  },
  {
    title: 'deltas, states and notices come between the entries where they happened',
    check: async (stage) => {
      const { client, fake } = stage;
      const following = client.follow(fromStart);
      const events = iterate(following);
      await takeUntil(events, ({ type }) => type === 'caught_up');
      fake.tell(session, { type: 'notice', text: 'one' });
      write(stage, 0, 1);
      fake.tell(session, { type: 'notice', text: '2 – zwei 😀\n' });
      const taken = await takeUntil(events, (event) => event.type === 'notice' && event.text !== 'one');
      following.stop();
      const types = taken.map((event) => (event.type === 'notice' ? event.text : event.type));
      return isSame(types, ['one', 'entries', '2 – zwei 😀\n']) ? null : show(taken);
    },
  },
  {
    title: 'a break is told, mended, and what was written meanwhile is told',
    check: async (stage) => {
      write(stage, 0, 5);
      const following = stage.client.follow(fromStart);
      const events = iterate(following);
      await takeUntil(events, ({ type }) => type === 'caught_up');
      await stage.breakWay();
      write(stage, 5, 10);
      const taken = await takeUntil(events, (event) => seqsOf([event]).includes(9));
      following.stop();
      const links = taken.flatMap((event) => (event.type === 'link' ? [event.isUp] : []));
      if (!isSame(links, [false, true])) return `the link was said to be ${show(links)}`;
      return isCounted(seqsOf(taken), 5, 10) ? null : show(taken);
    },
  },
  {
    title: 'no entry is lost or told twice however often the way breaks',
    check: async (stage) => {
      const following = stage.client.follow(fromStart);
      const told = takeTexts(following, 'e59');
      for (let start = 0; start < 60; start += 15) {
        write(stage, start, start + 15);
        await stage.breakWay();
      }
      const texts = await told;
      following.stop();
      return isNamed(texts, 60) ? null : show(texts);
    },
  },
  {
    title: 'two follow the same, each at its own pace',
    check: async (stage) => {
      write(stage, 0, 3);
      const one = stage.client.follow(fromStart);
      const other = stage.client.follow({ session, after: 0 });
      const ofOne = iterate(one);
      const first = await takeTexts(ofOne, 'e2');
      write(stage, 3, 6);
      const texts = [...first, ...(await takeTexts(ofOne, 'e5'))];
      const later = await takeTexts(other, 'e5');
      one.stop();
      other.stop();
      return isNamed(texts, 6) && later.length === 5 ? null : show([texts, later]);
    },
  },
  {
    title: 'who waits is told of the stop, and the workbench too',
    check: async ({ client, fake }) => {
      const following = client.follow(fromStart);
      const events = iterate(following);
      await takeUntil(events, ({ type }) => type === 'caught_up');
      const waiting = events.next();
      following.stop();
      const step = await waiting;
      if (step.done !== true) return show(step.value);
      await until(() => fake.following === 0);
      return null;
    },
  },
  {
    title: 'who leaves the loop has stopped',
    check: async ({ client, fake }) => {
      for await (const event of client.follow(fromStart).events) if (event.type === 'caught_up') break;
      await until(() => fake.following === 0);
      return null;
    },
  },
  {
    title: 'the list of sessions is followed without a session',
    check: async ({ client, fake }) => {
      const following = client.follow({ session: null, after: -1 });
      const events = iterate(following);
      await takeUntil(events, ({ type }) => type === 'caught_up');
      fake.tell(null, { type: 'sessions_changed' });
      const step = await events.next();
      following.stop();
      return step.done !== true && step.value.type === 'sessions_changed' ? null : show(step);
    },
  },
  {
    title: 'a session that is gone ends what is followed',
    check: async ({ client, fake }) => {
      const events = iterate(client.follow(fromStart));
      await takeUntil(events, ({ type }) => type === 'caught_up');
      fake.tell(session, { type: 'gone' });
      fake.endAll();
      const taken = await takeUntil(events, () => false);
      return isSame(taken, [{ type: 'gone' }]) ? null : show(taken);
    },
  },
  {
    title: 'a big session comes whole to a slow reader',
    check: async (stage) => {
      for (let place = 0; place < 40; place += 1) stage.fake.write(session, 'x'.repeat(100_000));
      const following = stage.client.follow(fromStart);
      const events = iterate(following);
      await takeUntil(events, ({ type }) => type === 'caught_up');
      for (let place = 0; place < 600; place += 1) {
        stage.fake.tell(session, { type: 'notice', text: `${place} ${'y'.repeat(2000)}` });
      }
      for (let place = 0; place < 600; place += 1) {
        const step = await events.next();
        if (step.done === true || step.value.type !== 'notice') return show(step);
        if (!step.value.text.startsWith(`${place} `)) return `${place}: ${step.value.text.slice(0, 10)}`;
      }
      following.stop();
      return null;
    },
  },
];

function write({ fake }: WorkbenchStage, from: number, to: number): void {
  for (let number = from; number < to; number += 1) fake.write(session, `e${number}`);
}

function iterate(following: {
  readonly events: AsyncIterable<WorkbenchEvent>;
}): AsyncIterator<WorkbenchEvent> {
  return following.events[Symbol.asyncIterator]();
}

async function turnOnce(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve);
  });
}

function seqsOf(events: readonly WorkbenchEvent[]): number[] {
  return events.flatMap((event) => (event.type === 'entries' ? event.entries.map(({ seq }) => seq) : []));
}

function isCounted(seqs: readonly number[], from: number, to: number): boolean {
  return seqs.length === to - from && seqs.every((seq, place) => seq === from + place);
}

function isNamed(texts: readonly unknown[], count: number): boolean {
  return texts.length === count && texts.every((text, place) => text === `e${place}`);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 500);
}
