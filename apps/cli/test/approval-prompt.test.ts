import { expect, it } from 'vitest';

import {
  answersOf,
  contentOf,
  END,
  ENTER,
  hasScript,
  INTERRUPT,
  onTerminal,
  PROMPT,
  questionsOf,
  replacing,
  statusesOf,
  writing,
} from './approval-rook.ts';
import { entriesOf, journalLines, playing, startRook } from './ask-rook.ts';
import { harmfulCharacters, textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

const [ESCAPE, BELL] = ['\u001B', '\u0007'];

it.skipIf(!hasScript)('H-24 a yes at the terminal lets exactly the shown change happen', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\ntwo\n' }));
  await live.seen(PROMPT);
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
  await live.seen('+two');
  live.type(`y${ENTER}`);
  await live.seen('All done');
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'notes.md')).toBe('one\ntwo\n');
  expect(answersOf(sandbox)).toEqual([['yes', 'once']]);
  expect(statusesOf(sandbox)).toEqual(['completed']);
});

it.skipIf(!hasScript)('H-24 a no with its reason reaches the model, and the turn goes on', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  live.type(`n${ENTER}`);
  await live.seen('Why not?');
  live.type(`keep it in the wiki${ENTER}`);
  await live.seen('All done');
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
  const [call] = entriesOf(journalLines(sandbox), 'tool_call');
  expect(textAt(call, 'result', 'reply')).toContain('keep it in the wiki');
});

it.skipIf(!hasScript)('H-24 Enter, words that mean nothing and help decide nothing', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  live.type(ENTER);
  await live.seenTimes(PROMPT, 2);
  live.type(`maybe${ENTER}`);
  await live.seen('Type one of y, s, a, n');
  await live.seenTimes(PROMPT, 3);
  live.type(`?${ENTER}`);
  await live.seen('Enter alone decides nothing');
  await live.seenTimes(PROMPT, 4);
  expect(answersOf(sandbox)).toEqual([]);
  live.type(`n${ENTER}`);
  await live.seen('Why not?');
  live.type(ENTER);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(answersOf(sandbox)).toEqual([['no', 'once']]);
});

it.skipIf(!hasScript)('H-24 what was typed before a question was put is no answer to it', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  // The terminal keeps it for whoever reads first, long before Rook is loaded.
  live.type(`y${ENTER}y${ENTER}`);
  await live.seen(PROMPT);
  live.type(`l${ENTER}`);
  expect(await live.ended).toMatchObject({ code: 1 });
  expect(answersOf(sandbox)).toEqual([]);
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
});

it.skipIf(!hasScript)('H-24 questions come one after the other, each with its own answer', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'a.md': 'aaa\n', 'b.md': 'bbb\n' }));
  await live.seen('+aaa');
  await live.seen(PROMPT);
  live.type(`n${ENTER}`);
  await live.seen('Why not?');
  live.type(ENTER);
  await live.seen('+bbb');
  await live.seenTimes(PROMPT, 2);
  live.type(`y${ENTER}`);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect([contentOf(sandbox, 'a.md'), contentOf(sandbox, 'b.md')]).toEqual([null, 'bbb\n']);
});

it.skipIf(!hasScript)('N-11 a yes for the session holds in it, and in no other', async () => {
  const sandbox = makeSandbox();
  const script = {
    steps: ['one\n', 'two\n'].map((content, index) => ({
      match: { turn: index + 1, toolResult: false },
      answer: {
        events: [{ kind: 'tool_call' as const, name: 'write_to_file', input: { path: 'n.md', content } }],
      },
    })),
    default: { events: [{ kind: 'text' as const, text: 'All done' }] },
  };
  const live = onTerminal(sandbox, script, ['ask']);
  await live.seen('> ');
  live.type(`one${ENTER}`);
  await live.seen(PROMPT);
  live.type(`s${ENTER}`);
  await live.seen('All done');
  live.type(`two${ENTER}`);
  await live.seenTimes('All done', 2);
  live.type(`/approvals${ENTER}`);
  await live.seen('yes, for this session');
  live.type(END);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'n.md')).toBe('two\n');
  expect(questionsOf(sandbox)).toHaveLength(1);

  const other = onTerminal(sandbox, replacing('n.md', 'three\n'));
  await other.seen(PROMPT);
  other.type(`l${ENTER}`);
  expect(await other.ended).toMatchObject({ code: 1 });
});

it.skipIf(!hasScript)('H-24 always holds in later sessions of this workspace', async () => {
  const sandbox = makeSandbox();
  const first = onTerminal(sandbox, writing({ 'n.md': 'one\n' }));
  await first.seen(PROMPT);
  first.type(`a${ENTER}`);
  expect(await first.ended).toMatchObject({ code: 0 });
  expect(answersOf(sandbox)).toEqual([['yes', 'always']]);
  expect(contentOf({ ...sandbox, workspace: sandbox.rookHome }, 'rules.json')).toContain('n.md');
  const env = playing(sandbox, replacing('n.md', 'two\n'));
  expect(await runRook(sandbox, ['ask', 'Again'], { env })).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'n.md')).toBe('two\n');
});

it.skipIf(!hasScript)('H-24 a protected file offers nothing but this once', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ '.env': 'A=1\n' }));
  await live.seen('Allow it? [y/n/d/l/?]');
  live.type(`a${ENTER}`);
  await live.seen('not offered');
  await live.seenTimes('[y/n/d/l/?]', 2);
  live.type(`y${ENTER}`);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, '.env')).toBe('A=1\n');
});

it.skipIf(!hasScript)('H-24 Ctrl-C at the question cancels the turn and voids it', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  live.type(INTERRUPT);
  expect(await live.ended).toMatchObject({ code: 130 });
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
  expect(statusesOf(sandbox)).toEqual(['cancelled']);
  expect(entriesOf(journalLines(sandbox), 'approval_voided')).toHaveLength(1);
  expect(await runRook(sandbox, ['approval', 'list'])).toMatchObject({ code: 0, stdout: '' });
});

it.skipIf(!hasScript)('H-24 in a conversation, Ctrl-C at the question leads back to the prompt', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }), ['ask']);
  await live.seen('> ');
  live.type(`go${ENTER}`);
  await live.seen(PROMPT);
  live.type(INTERRUPT);
  await live.seen('The turn was cancelled');
  live.type(`/mode allow${ENTER}`);
  await live.seen('The mode is allow');
  live.type(`and now${ENTER}`);
  await live.seen('All done');
  live.type(END);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(statusesOf(sandbox)).toEqual(['cancelled', 'completed']);
});

it.skipIf(!hasScript)('H-24 a line that is half typed is there again after a question', async () => {
  const sandbox = makeSandbox();
  const slow = writing({ 'notes.md': 'one\n' });
  const live = onTerminal(sandbox, slow, ['ask']);
  await live.seen('> ');
  live.type(`go${ENTER}and then `);
  await live.seen(PROMPT);
  live.type(`y${ENTER}`);
  await live.seen('All done');
  await live.seen('> and then ');
  live.type(`rest${ENTER}`);
  await live.seenTimes('All done', 2);
  live.type(`/exit${ENTER}`);
  expect(await live.ended).toMatchObject({ code: 0 });
  const said = entriesOf(journalLines(sandbox), 'message_admitted').map((entry) => textAt(entry, 'text'));
  expect(said).toEqual(['go', 'and then rest']);
  expect(answersOf(sandbox)).toEqual([['yes', 'once']]);
});

it.skipIf(!hasScript).each([
  ['l', `l${ENTER}`],
  ['Ctrl-D', END],
])('H-24 %s leaves the question for later and says how to answer it', async (_name, typed) => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  live.type(typed);
  const { code, stdout } = await live.ended;
  const [id = ''] = questionsOf(sandbox);
  expect(code).toBe(1);
  expect(stdout).toContain(`rook approval answer ${id} yes`);
  expect(statusesOf(sandbox)).toEqual([]);
  const listed = await runRook(sandbox, ['approval', 'list', '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    id,
    status: 'open',
    tool: 'write_to_file',
    files: [{ path: 'notes.md', added: 1, removed: 0 }],
  });
});

it.skipIf(!hasScript)('H-24 a long diff is cut to a screen, and d shows all of it', async () => {
  const sandbox = makeSandbox();
  const content = `${Array.from({ length: 900 }, (_unused, index) => `line ${index}`).join('\n')}\n${'x'.repeat(900)} end\n`;
  const live = onTerminal(sandbox, writing({ 'long.md': content }));
  await live.seen('more lines, d shows all');
  await live.seen(PROMPT);
  live.type(`d${ENTER}`);
  await live.seen('+line 899');
  await live.seen(`+${'x'.repeat(900)} end`);
  await live.seenTimes(PROMPT, 2);
  live.type(`y${ENTER}`);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'long.md')).toBe(content);
});

it.skipIf(!hasScript)('A-24 H-24 nothing in a name or a diff reaches the terminal unseen', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'a\u202Eb.md': 'x\u001B[2J\u202E\u200By\n' }));
  await live.seen('␛[2J');
  await live.seen(PROMPT);
  live.type(`y${ENTER}`);
  const { code, stdout } = await live.ended;
  expect(code).toBe(0);
  // The marks of pastes, and what the line editor draws, are Rook's own.
  const plain = stdout.replaceAll(OWN, '').replaceAll(DRAWN, '');
  expect(harmfulCharacters(plain)).toEqual([]);
});

const OWN = new RegExp(`${ESCAPE}\\[\\??\\d*(?:;\\d+)*[A-Za-z]`, 'gu');
const DRAWN = new RegExp(`[\r${BELL}]`, 'gu');

it('CF-07 without a terminal it is refused, with the flag that would allow it', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, writing({ 'notes.md': 'one\n' }));
  const end = await runRook(sandbox, ['ask', 'Do it'], { env });
  expect(end).toMatchObject({ code: 0 });
  expect(end.stderr).toContain('--yes');
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
  expect(questionsOf(sandbox)).toEqual([]);
});

it.skipIf(!hasScript)('CF-07 --json at a terminal asks nobody', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, writing({ 'notes.md': 'one\n' }));
  const live = startRook(sandbox, ['ask', '--json', 'Do it'], { env, onTerminal: true });
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(questionsOf(sandbox)).toEqual([]);
});

it.skipIf(!hasScript)('CF-07 --yes at a terminal asks about protected files alone', async () => {
  const sandbox = makeSandbox();
  const script = writing({ 'notes.md': 'one\n', '.env': 'A=1\n' });
  const live = onTerminal(sandbox, script, ['ask', '--yes', 'Do it']);
  await live.seen(PROMPT);
  live.type(`n${ENTER}`);
  await live.seen('Why not?');
  live.type(ENTER);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect([contentOf(sandbox, 'notes.md'), contentOf(sandbox, '.env')]).toEqual(['one\n', null]);
});
