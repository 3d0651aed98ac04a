import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createPortClient } from './create-port-client.ts';
import type { MessageWay } from './port-message.ts';
import { servePort } from './serve-port.ts';
import type { Sleep } from './sleep.ts';
import {
  createFakeWorkbench,
  failedStageCases,
  FAKE_SESSION,
  takeTexts,
  takeUntil,
  until,
  workbenchSuite,
  type WorkbenchStage,
} from './testing.ts';

interface Ends {
  readonly surface: MessageWay;
  readonly engine: MessageWay;
  /** Loses messages up to the surface, as a way does while nobody looks. */
  lose(isLost: (message: unknown) => boolean): void;
}

const losesNothing = (_message: unknown): boolean => false;

type Listeners = Set<(message: unknown) => void>;

function send(to: Listeners, message: unknown): void {
  const text = JSON.stringify(message);
  setTimeout(() => {
    for (const listener of to) listener(JSON.parse(text));
  });
}

const listen = (to: Listeners) => (listener: (message: unknown) => void) => {
  to.add(listener);
  return () => {
    to.delete(listener);
  };
};

async function turnOnce(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve);
  });
}

/** Two ends that carry text alone and never at once, as a panel of an editor does. */
function createWay(): Ends {
  const listeners = {
    up: new Set<(message: unknown) => void>(),
    down: new Set<(message: unknown) => void>(),
  };
  let isLost = losesNothing;
  return {
    surface: { post: (message) => send(listeners.down, message), listen: listen(listeners.up) },
    engine: {
      post: (message) => {
        if (!isLost(message)) send(listeners.up, message);
      },
      listen: listen(listeners.down),
    },
    lose: (which) => {
      isLost = which;
    },
  };
}

const soon: Sleep = async (milliseconds, signal) => {
  // Only pauses of healing pass at once; silence and heartbeats are matters of other tests.
  if (milliseconds < 5000) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
};

async function openStage(): Promise<WorkbenchStage> {
  const fake = createFakeWorkbench();
  const way = createWay();
  let served = servePort(way.engine, fake, { sleep: soon });
  return {
    fake,
    client: createPortClient(way.surface, { sleep: soon }),
    breakWay: async () => {
      served.stop();
      served = servePort(way.engine, fake, { sleep: soon });
    },
    close: async () => {
      served.stop();
    },
  };
}

it('A-26 is passed by a way of messages', async () => {
  expect(await failedStageCases(workbenchSuite, openStage)).toEqual([]);
});

it('notices a lost message, and asks for what it said', async () => {
  const fake = createFakeWorkbench();
  const way = createWay();
  const served = servePort(way.engine, fake, { sleep: soon });
  const following = createPortClient(way.surface, { sleep: soon }).follow({
    session: FAKE_SESSION,
    after: -1,
  });
  const events = following.events[Symbol.asyncIterator]();
  await takeUntil(events, ({ type }) => type === 'caught_up');
  let lost = 0;
  way.lose((message) => {
    if (lost > 0 || !JSON.stringify(message).includes('"e1"')) return false;
    lost += 1;
    return true;
  });
  for (const text of ['e0', 'e1', 'e2']) fake.write(FAKE_SESSION, text);
  expect(await takeTexts(events, 'e2')).toEqual(['e0', 'e1', 'e2']);
  expect(lost).toBe(1);
  following.stop();
  served.stop();
});

it('notices also the loss of what no entry says', async () => {
  const fake = createFakeWorkbench();
  const way = createWay();
  const served = servePort(way.engine, fake, { sleep: soon });
  const following = createPortClient(way.surface, { sleep: soon }).follow({
    session: FAKE_SESSION,
    after: -1,
  });
  const events = following.events[Symbol.asyncIterator]();
  await takeUntil(events, ({ type }) => type === 'caught_up');
  way.lose((message) => JSON.stringify(message).includes('lost'));
  fake.tell(FAKE_SESSION, { type: 'notice', text: 'lost' });
  fake.tell(FAKE_SESSION, { type: 'notice', text: 'comes' });
  const taken = await takeUntil(events, ({ type }) => type === 'caught_up');
  expect(taken).toEqual([{ type: 'link', isUp: false }, { type: 'link', isUp: true }, { type: 'caught_up' }]);
  following.stop();
  served.stop();
});

it('gives a call up when nobody is at the other end', async () => {
  const way = createWay();
  const client = createPortClient(way.surface, { sleep: async () => Promise.resolve() });
  expect(await client.call('about', {})).toMatchObject({ error: { code: 'server_unreachable' } });
});

it('waits for a long call as long as the other end says that it is there', async () => {
  const way = createWay();
  const fake = createFakeWorkbench();
  const answer = Promise.withResolvers<null>();
  const slow = {
    ...fake,
    readBlob: async () => succeed(await answer.promise),
  };
  let beats = 0;
  let looks = 0;
  const served = servePort(way.engine, slow, {
    sleep: async () => {
      beats += 1;
      await turnOnce();
    },
  });
  const client = createPortClient(way.surface, {
    // Two beats for each look, so that a look finds the other end alive.
    sleep: async () => {
      looks += 1;
      const before = beats;
      await until(() => beats > before + 2);
      await turnOnce();
      if (looks === 12) answer.resolve(null);
    },
  });
  const hash = await fake.keepBlob(new Uint8Array(1));
  expect(hash.ok && (await client.readBlob(hash.value))).toEqual({ ok: true, value: null });
  served.stop();
});

it('sends no faster than events are taken', async () => {
  const fake = createFakeWorkbench();
  const way = createWay();
  let sent = 0;
  const counted: MessageWay = {
    ...way.engine,
    post: (message) => {
      sent += 1;
      way.engine.post(message);
    },
  };
  const served = servePort(counted, fake, { sleep: soon });
  const following = createPortClient(way.surface, { sleep: soon }).follow({
    session: FAKE_SESSION,
    after: -1,
  });
  const events = following.events[Symbol.asyncIterator]();
  await takeUntil(events, ({ type }) => type === 'caught_up');
  const before = sent;
  for (let place = 0; place < 2000; place += 1) fake.tell(FAKE_SESSION, { type: 'notice', text: `${place}` });
  await until(() => sent > before + 200);
  for (let turn = 0; turn < 50; turn += 1) {
    await turnOnce();
  }
  expect(sent - before).toBeLessThanOrEqual(256);
  const taken = await takeUntil(events, (event) => event.type === 'notice' && event.text === '1999');
  expect(taken).toHaveLength(2000);
  following.stop();
  served.stop();
});

it('a surface that begins anew ends what the one before it followed', async () => {
  const fake = createFakeWorkbench();
  const way = createWay();
  const served = servePort(way.engine, fake, { sleep: soon });
  const first = createPortClient(way.surface, { sleep: soon }).follow({ session: FAKE_SESSION, after: -1 });
  await takeUntil(first.events[Symbol.asyncIterator](), ({ type }) => type === 'caught_up');
  expect(fake.following).toBe(1);
  createPortClient(way.surface, { sleep: soon });
  await until(() => fake.following === 0);
  served.stop();
});

it('A-21 leaves alone what others say on the same way, and rejects and logs what is malformed', async () => {
  const fake = createFakeWorkbench();
  fake.answer('file_find', () => succeed({ paths: [] }));
  const way = createWay();
  const logged = new Array<readonly [string, string]>();
  const answers = new Array<unknown>();
  const served = servePort(way.engine, fake, { sleep: soon, log: (kind, why) => logged.push([kind, why]) });
  way.surface.listen((message) => answers.push(message));
  const others = [null, 'text', 7, { type: 'other' }, { rook: 'stop', id: 'none' }, { rook: 'alive' }];
  const malformed = [
    { rook: 'call', id: 'a' },
    { rook: 'fly', id: 'b' },
    { rook: 'taken', id: 7 },
  ];
  const unknown = { rook: 'call', id: 'c', name: 'no_such_call', input: {} };
  const wrong = { rook: 'call', id: 'd', name: 'file_find', input: { text: 7 } };
  for (const noise of [...others, ...malformed, unknown, wrong]) way.surface.post(noise);
  for (const noise of [...others, ...malformed]) way.engine.post(noise);
  const client = createPortClient(way.surface, { sleep: soon });
  expect(await client.call('file_find', { text: '' })).toEqual({ ok: true, value: { paths: [] } });
  await until(() => logged.length === 5);
  expect(logged.map(([kind]) => kind)).toEqual(['call', 'fly', 'taken', 'call', 'call']);
  for (const id of ['a', 'b', 'c', 'd'])
    expect(answers.map((answer) => JSON.stringify(answer)).join('\n')).toContain(
      `{"rook":"answer","id":"${id}","result":{"ok":false`,
    );
  served.stop();
});
