import { expect, it, onTestFinished } from 'vitest';

import { entriesOf, journalLines, playing, saying, stalling, startRook, type LiveRook } from './ask-rook.ts';
import { textAt } from './read-output.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const hasScript = runTool('script', '--version').stdout.includes('util-linux');
const ENTER = '\r';
const [INTERRUPT, END] = ['\u0003', '\u0004'];

function converse(sandbox: Sandbox, script: Parameters<typeof playing>[1]): LiveRook {
  const env = { ...playing(sandbox, script), TERM: 'xterm', NO_COLOR: '1' };
  return startRook(sandbox, ['ask'], { env, onTerminal: true });
}

function statuses(sandbox: Sandbox): readonly string[] {
  return entriesOf(journalLines(sandbox), 'turn').map((turn) => textAt(turn, 'status'));
}

function messages(sandbox: Sandbox): readonly string[] {
  return entriesOf(journalLines(sandbox), 'message_admitted').map((entry) => textAt(entry, 'text'));
}

it.skipIf(!hasScript)('B-17 without a text it holds a conversation in one session', async () => {
  const sandbox = makeSandbox();
  const live = converse(sandbox, {
    steps: [
      { match: { turn: 1 }, answer: saying('First answer') },
      { match: { turn: 2 }, answer: { ...saying('Second answer'), usage: { input: 1300, output: 40 } } },
    ],
  });
  await live.seen('> ');
  live.type(`one${ENTER}`);
  await live.seen('First answer');
  live.type(`two\\${ENTER}lines${ENTER}`);
  await live.seen('1,300 tokens in, 40 out');
  live.type(`/cost${ENTER}`);
  await live.seen('2,500 tokens in, 74 out');
  live.type(`/nothing${ENTER}`);
  await live.seen('There is no /nothing');
  live.type(END);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(messages(sandbox)).toEqual(['one', 'two\nlines']);
  expect(statuses(sandbox)).toEqual(['completed', 'completed']);
});

it.skipIf(!hasScript)('A-24 several pasted lines are one message', async () => {
  const sandbox = makeSandbox();
  const live = converse(sandbox, { default: saying('Got it') });
  await live.seen('> ');
  live.type('look:\u001B[200~a\r\tb\rc\u001B[201~');
  await live.seen('[paste 1: 3 lines]');
  live.type(ENTER);
  await live.seen('Got it');
  live.type(`/exit${ENTER}`);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(messages(sandbox)).toEqual(['look:a\n\tb\nc']);
});

it.skipIf(!hasScript)(
  'B-06 B-33 Ctrl-C cancels the turn; what was typed meanwhile is the next one',
  async () => {
    const sandbox = makeSandbox();
    const live = converse(sandbox, {
      steps: [{ match: { turn: 1 }, answer: stalling('Half of')['default'] ?? saying('') }],
      default: saying('Then this'),
    });
    await live.seen('> ');
    live.type(`one${ENTER}`);
    await live.seen('Half of');
    live.type(`two${ENTER}`);
    await live.seen('queued: two');
    live.type(INTERRUPT);
    await live.seen('Then this');
    live.type(`/exit${ENTER}`);
    expect(await live.ended).toMatchObject({ code: 0 });
    expect(statuses(sandbox)).toEqual(['cancelled', 'completed']);
  },
);

it.skipIf(!hasScript)('B-06 at an empty prompt, Ctrl-C twice ends the conversation', async () => {
  const sandbox = makeSandbox();
  const live = converse(sandbox, {});
  await live.seen('> ');
  live.type('half a line');
  await live.seen('half a line');
  live.type(INTERRUPT);
  live.type(INTERRUPT);
  await live.seen('Ctrl-C once more');
  live.type(INTERRUPT);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(journalLines(sandbox)).toEqual([]);
});

it.skipIf(!hasScript)(
  'B-20 /steer is for the turn that runs; too late for it, it gets the next one',
  async () => {
    const sandbox = makeSandbox();
    const live = converse(sandbox, {
      steps: [{ match: { turn: 1 }, answer: stalling('Half of')['default'] ?? saying('') }],
      default: saying('In your way'),
    });
    await live.seen('> ');
    live.type(`/steer nothing${ENTER}`);
    await live.seen('No turn runs');
    live.type(`one${ENTER}`);
    await live.seen('Half of');
    live.type(`/steer other way${ENTER}`);
    await live.seen('to the turn: other way');
    live.type(INTERRUPT);
    await live.seen('In your way');
    live.type(`/exit${ENTER}`);
    expect(await live.ended).toMatchObject({ code: 0 });
    const [, steering] = entriesOf(journalLines(sandbox), 'message_admitted');
    expect(textAt(steering, 'steers')).toBe('t0001');
  },
);

it.skipIf(!hasScript)('B-06 Ctrl-C twice while a turn runs ends the process', async () => {
  const sandbox = makeSandbox();
  const live = converse(sandbox, stalling('Half of'));
  await live.seen('> ');
  live.type(`one${ENTER}`);
  await live.seen('Half of');
  live.type(INTERRUPT);
  await live.seen('Cancelling');
  // The turn may end between two of them; then they are for the prompt, which takes two as well.
  const again = setInterval(() => live.type(INTERRUPT), 200);
  onTestFinished(() => clearInterval(again));
  const { code } = await live.ended;
  expect([0, 130]).toContain(code);
});
