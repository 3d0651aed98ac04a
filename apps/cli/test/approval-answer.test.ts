import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import {
  answersOf,
  contentOf,
  ENTER,
  hasScript,
  holderOf,
  onTerminal,
  PROMPT,
  questionsOf,
  replacing,
  statusesOf,
  writing,
} from './approval-rook.ts';
import { entriesOf, journalLines, linesOf, playing, saying } from './ask-rook.ts';
import { errorOf, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

interface Left {
  readonly sandbox: Sandbox;
  readonly id: string;
  readonly session: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A question that was asked at a terminal and left for later, and a model that goes on afterwards. */
async function leave(script = writing({ 'notes.md': 'one\n' }), given = makeSandbox()): Promise<Left> {
  const live = onTerminal(given, script);
  await live.seen(PROMPT);
  live.type(`l${ENTER}`);
  await live.ended;
  return describe(given);
}

function describe(sandbox: Sandbox): Left {
  const [asked] = entriesOf(journalLines(sandbox), 'approval_requested');
  return {
    sandbox,
    id: textAt(asked, 'approval_id'),
    session: textAt(asked, 'session_id'),
    env: playing(sandbox, { default: saying('Went on') }),
  };
}

it.skipIf(!hasScript)('H-24 a question is answered after a restart, and the turn goes on', async () => {
  const { sandbox, id, session, env } = await leave();
  const listed = await runRook(sandbox, ['approval', 'list']);
  expect(listed.stdout).toContain(id);
  expect(listed.stdout).toContain('notes.md  +1 -0');
  expect(listed.stdout).toContain(session);
  const end = await runRook(sandbox, ['approval', 'answer', id, 'yes'], { env });
  expect(end).toMatchObject({ code: 0, stdout: 'Went on\n' });
  expect(contentOf(sandbox, 'notes.md')).toBe('one\n');
  expect(statusesOf(sandbox)).toEqual(['completed']);
  expect(await runRook(sandbox, ['approval', 'list'])).toMatchObject({ code: 0, stdout: '' });
  expect((await runRook(sandbox, ['approval', 'list', '--all'])).stdout).toContain('yes, once');
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

it.skipIf(!hasScript)('H-24 the first answer counts; the second one is told so', async () => {
  const { sandbox, id, env } = await leave();
  const first = await runRook(sandbox, ['approval', 'answer', id, 'no', '--reason', 'Not here'], { env });
  expect(first).toMatchObject({ code: 0 });
  const [call] = entriesOf(journalLines(sandbox), 'tool_call');
  expect(textAt(call, 'result', 'reply')).toContain('Not here');
  const second = await runRook(sandbox, ['approval', 'answer', '--json', id, 'yes'], { env });
  expect(second.code).toBe(1);
  expect(errorOf(second).code).toBe('already_answered');
  expect(answersOf(sandbox)).toEqual([['no', 'once']]);
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
});

it.skipIf(!hasScript)('H-24 a file that changed meanwhile makes the yes void, and that is said', async () => {
  const sandbox = makeSandbox();
  const file = join(sandbox.workspace, 'notes.md');
  place(file, 'old\n');
  const { id, env } = await leave(replacing('notes.md', 'theirs\n'), sandbox);
  writeFileSync(file, 'by hand\n');
  const end = await runRook(sandbox, ['approval', 'answer', id, 'yes'], { env });
  expect(end.stderr).toMatch(/void|changed/);
  expect(contentOf(sandbox, 'notes.md')).toBe('by hand\n');
  expect(entriesOf(journalLines(sandbox), 'approval_voided')).toHaveLength(1);
  expect(await runRook(sandbox, ['approval', 'list'])).toMatchObject({ code: 0, stdout: '' });
});

it.skipIf(!hasScript)('H-24 a process that is killed at the prompt leaves a question to answer', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  process.kill(await holderOf(sandbox), 'SIGKILL');
  await live.ended;
  const { id, env } = describe(sandbox);
  expect(statusesOf(sandbox)).toEqual([]);
  const end = await runRook(sandbox, ['approval', 'answer', id.slice(0, 6), 'yes', '--session-wide'], {
    env,
  });
  expect(end).toMatchObject({ code: 0, stdout: 'Went on\n' });
  expect(answersOf(sandbox)).toEqual([['yes', 'session']]);
  expect(contentOf(sandbox, 'notes.md')).toBe('one\n');
});

it.skipIf(!hasScript)('H-24 E-16 a rewind of what the turn did before leaves its question open', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'first.md': 'one\n', 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  live.type(`y${ENTER}`);
  await live.seenTimes(PROMPT, 2);
  live.type(`l${ENTER}`);
  await live.ended;
  const [, id = ''] = questionsOf(sandbox);
  expect(await runRook(sandbox, ['rewind', '--yes'])).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'first.md')).toBe(null);
  expect((await runRook(sandbox, ['approval', 'list'])).stdout).toContain(id);
  const env = playing(sandbox, { default: saying('Went on') });
  const end = await runRook(sandbox, ['approval', 'answer', id, 'yes'], { env });
  expect(end).toMatchObject({ code: 0, stdout: 'Went on\n' });
  expect([contentOf(sandbox, 'first.md'), contentOf(sandbox, 'notes.md')]).toEqual([null, 'one\n']);
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

it.skipIf(!hasScript)('H-24 G-04 the list of questions shows the command that is asked about', async () => {
  const sandbox = makeSandbox();
  const events = [
    { kind: 'tool_call' as const, name: 'execute_command', input: { command: 'rm -f one\nrm -f two' } },
  ];
  const live = onTerminal(sandbox, { steps: [{ answer: { events } }], default: saying('Done') });
  await live.seen(PROMPT);
  live.type(`l${ENTER}`);
  await live.ended;
  const listed = await runRook(sandbox, ['approval', 'list']);
  expect(listed.stdout).toContain('\n    $ rm -f one\n      rm -f two\n');
  const [asked] = linesOf((await runRook(sandbox, ['approval', 'list', '--json'])).stdout);
  expect(JSON.parse(asked ?? '')).toMatchObject({ effect: 'command', command: 'rm -f one\nrm -f two' });
});

it.skipIf(!hasScript)('H-24 a closed terminal leaves the question open', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  process.kill(await holderOf(sandbox), 'SIGHUP');
  expect(await live.ended).toMatchObject({ code: 1 });
  expect(statusesOf(sandbox)).toEqual([]);
  expect((await runRook(sandbox, ['approval', 'list'])).stdout).toContain(questionsOf(sandbox)[0]);
});

it.skipIf(!hasScript)('H-24 while somebody is asked at a terminal, nobody else answers', async () => {
  const sandbox = makeSandbox();
  const live = onTerminal(sandbox, writing({ 'notes.md': 'one\n' }));
  await live.seen(PROMPT);
  const { id, env } = describe(sandbox);
  const other = await runRook(sandbox, ['approval', 'answer', '--json', id, 'yes'], { env });
  expect(errorOf(other).code).toBe('session_in_use');
  live.type(`n${ENTER}`);
  await live.seen('Why not?');
  live.type(ENTER);
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
});

it.skipIf(!hasScript)('H-24 without a model the answer is kept, and the turn goes on later', async () => {
  const { sandbox, id, session, env } = await leave();
  const kept = await runRook(sandbox, ['approval', 'answer', id, 'yes']);
  expect(kept).toMatchObject({ code: 0 });
  expect(kept.stderr).toContain(`rook ask --session ${session}`);
  expect(contentOf(sandbox, 'notes.md')).toBe(null);
  const end = await runRook(sandbox, ['ask', '--session', session, 'And?'], { env });
  expect(end.code).toBe(0);
  expect(contentOf(sandbox, 'notes.md')).toBe('one\n');
  expect(statusesOf(sandbox)).toEqual(['completed', 'completed']);
});

it.skipIf(!hasScript)('H-24 another message waits until the question is answered', async () => {
  const { sandbox, session, env } = await leave();
  const end = await runRook(sandbox, ['ask', '--json', '--session', session, 'And?'], { env });
  expect(end.code).toBe(1);
  expect(valueAt(JSON.parse(linesOf(end.stdout).at(-1) ?? ''), 'error', 'code')).toBe('approval_needed');
  expect(end.stdout).toContain('rook approval list');
  expect(entriesOf(journalLines(sandbox), 'message_admitted')).toHaveLength(1);
});

it.skipIf(!hasScript).each([
  ['a message', ['And?'], ['completed', 'completed']],
  ['a conversation', [], ['completed']],
])('H-24 %s on a terminal shows the open question first', async (_name, words, statuses) => {
  const { sandbox, session } = await leave();
  const live = onTerminal(sandbox, { default: saying('Went on') }, ['ask', '--session', session, ...words]);
  await live.seen('+one');
  await live.seen(PROMPT);
  live.type(`y${ENTER}`);
  await live.seen('Went on');
  if (words.length === 0) {
    await live.seen('> ');
    live.type(`/exit${ENTER}`);
  }
  expect(await live.ended).toMatchObject({ code: 0 });
  expect(contentOf(sandbox, 'notes.md')).toBe('one\n');
  expect(statusesOf(sandbox)).toEqual(statuses);
});

it.skipIf(!hasScript)('H-24 without a terminal the next question is left open too', async () => {
  const sandbox = makeSandbox();
  const { id } = await leave(writing({ 'a.md': 'aaa\n' }), sandbox);
  const env = playing(sandbox, {
    steps: [
      {
        answer: {
          events: [{ kind: 'tool_call', name: 'write_to_file', input: { path: 'b.md', content: 'b\n' } }],
        },
      },
    ],
    default: saying('Went on'),
  });
  const first = await runRook(sandbox, ['approval', 'answer', id, 'yes'], { env });
  expect(first.code).toBe(1);
  const [, next = ''] = questionsOf(sandbox);
  expect(first.stderr).toContain(`rook approval answer ${next} yes`);
  const second = await runRook(sandbox, ['approval', 'answer', next, 'yes'], {
    env: playing(sandbox, { default: saying('Went on') }),
  });
  expect(second).toMatchObject({ code: 0, stdout: 'Went on\n' });
  expect([contentOf(sandbox, 'a.md'), contentOf(sandbox, 'b.md')]).toEqual(['aaa\n', 'b\n']);
});

it.skipIf(!hasScript)('H-24 a protected file is not answered for longer than once', async () => {
  const { sandbox, id, env } = await leave(writing({ '.env': 'A=1\n' }));
  const end = await runRook(sandbox, ['approval', 'answer', '--json', id, 'yes', '--session-wide'], { env });
  expect(valueAt(JSON.parse(linesOf(end.stdout).at(-1) ?? ''), 'error', 'code')).toBe('invalid_value');
  expect(answersOf(sandbox)).toEqual([]);
});

it.each([
  [['ap-1', 'maybe'], 2],
  [['ap-1', 'no', '--always'], 2],
  [['ap-1', 'yes', '--reason', 'Why not'], 2],
  [['ap-1', 'yes', '--always', '--session-wide'], 2],
  [['ap-1', 'yes'], 1],
  [['', 'yes'], 2],
])('H-24 rook approval answer %j ends with exit code %i', async (words, code) => {
  const sandbox = makeSandbox();
  expect(await runRook(sandbox, ['approval', 'answer', ...words])).toMatchObject({ code });
});

it.skipIf(!hasScript)(
  'H-24 a session whose turn waits is marked in the list, until it is answered',
  async () => {
    const { sandbox, id, env } = await leave();
    expect((await runRook(sandbox, ['session', 'list'])).stdout).toContain('waits for an answer');
    await runRook(sandbox, ['approval', 'answer', id, 'no'], { env });
    expect((await runRook(sandbox, ['session', 'list'])).stdout).not.toContain('waits for an answer');
  },
);

it.skipIf(!hasScript)('H-24 a journal that somebody else brings along decides nothing here', async () => {
  const { sandbox, id, session, env } = await leave();
  const elsewhere = { ...env, ROOK_HOME: join(sandbox.folder, 'other-home') };
  expect(await runRook(sandbox, ['approval', 'list'], { env: elsewhere })).toMatchObject({ stdout: '' });
  const refused = await runRook(sandbox, ['approval', 'answer', id, 'yes', '--json'], { env: elsewhere });
  expect(errorOf(refused)).toMatchObject({ code: 'not_found' });
  expect(await runRook(sandbox, ['ask', 'Go on', '--session', session], { env: elsewhere })).toMatchObject({
    code: 0,
  });
  expect(contentOf(sandbox, 'notes.md')).toBeNull();
});
