import { expect, it } from 'vitest';

import {
  contentOf,
  END,
  ENTER,
  hasScript,
  holderOf,
  onTerminal,
  PROMPT,
  statusesOf,
  writing,
} from './approval-rook.ts';
import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

it.skipIf(!hasScript)('N-11 /mode says and sets the mode, which the session keeps', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, { default: saying('Hello') }, ['ask']);
  await live.seen('> ');
  live.type(`hi${ENTER}`);
  await live.seen('Hello');
  live.type(`/mode${ENTER}`);
  await live.seen('The mode is ask: ');
  live.type(`/mode loose${ENTER}`);
  await live.seen('There is no mode loose');
  live.type(`/mode safe${ENTER}`);
  await live.seen('The mode is safe: ');
  live.type(END);
  expect(await live.ended).toMatchObject({ code: 0 });

  const [first] = entriesOf(journalLines(sandbox), 'turn');
  const again = ['ask', '--yes', '--session', textAt(first, 'session_id')];
  const env = () => playing(sandbox, writing({ 'notes.md': 'one\n' }));
  await runRook(sandbox, [...again, 'Write'], { env: env() });
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
  await runRook(sandbox, [...again, '--mode', 'ask', 'Write'], { env: env() });
  expect(contentOf(sandbox, 'notes.md')).toBe('one\n');
});

it.skipIf(!hasScript)('N-11 one session that allows more lets no other one do so', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'a.md': 'a\n' }), ['ask']);
  await live.seen('> ');
  live.type(`/mode allow${ENTER}`);
  await live.seen('The mode is allow: ');
  live.type(`go${ENTER}`);
  await live.seen('All done');
  live.type(END);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'a.md')).toBe('a\n');
  const env = playing(sandbox, writing({ 'b.md': 'b\n' }));
  await runRook(sandbox, ['ask', 'Write'], { env });
  expect(contentOf(sandbox, 'b.md')).toBe(null);
});

it.skipIf(!hasScript)('CF-07 safe refuses at a terminal too, without a question', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'a.md': 'a\n' }), ['ask', '--mode', 'safe', 'Do it']);
  const { code, stdout } = await live.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('✗ write_to_file');
  expect(stdout).not.toContain(PROMPT);
  expect(contentOf(sandbox, 'a.md')).toBe(null);
});

it.skipIf(!hasScript)('H-24 a conversation that is ended at a question leaves it open', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'a.md': 'a\n' }), ['ask']);
  await live.seen('> ');
  live.type(`go${ENTER}`);
  await live.seen(PROMPT);
  live.type(`l${ENTER}`);
  const { code, stdout } = await live.ended;
  expect(code).toBe(1);
  expect(stdout).toContain('rook approval answer ap-');
  expect(statusesOf(sandbox)).toEqual([]);
});

it.skipIf(!hasScript)('H-24 a turn that goes on after /exit can still ask', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'a.md': 'a\n' }), ['ask']);
  await live.seen('> ');
  live.type(`go${ENTER}/exit${ENTER}`);
  await live.seen(PROMPT);
  live.type(`y${ENTER}`);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'a.md')).toBe('a\n');
  expect(statusesOf(sandbox)).toEqual(['completed']);
});

it.skipIf(!hasScript)('H-24 a signal at the question of a conversation leaves it open', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'a.md': 'a\n' }), ['ask']);
  await live.seen('> ');
  live.type(`go${ENTER}`);
  await live.seen(PROMPT);
  process.kill(await holderOf(sandbox), 'SIGTERM');
  expect(await live.ended).toMatchObject({ code: 1 });
  expect(statusesOf(sandbox)).toEqual([]);
  expect((await runRook(sandbox, ['approval', 'list'])).stdout).toContain('a.md  +1 -0');
});
