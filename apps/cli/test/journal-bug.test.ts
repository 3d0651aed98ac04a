import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { entriesOf } from './ask-rook.ts';
import { makeSession, sessionFile } from './make-session.ts';
import { errorOf, harmfulCharacters, jsonOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

it('I-34 a person reports a bug of a turn, and the session keeps it', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const plain = await runRook(sandbox, ['journal', 'bug', 'It changed the wrong function']);
  expect(plain).toMatchObject({
    code: 0,
    stdout: 'Reported for turn t0001: It changed the wrong function\n',
  });
  const words = ['journal', 'bug', 'Quotes \u001B[31mwere lost', '--type', 'JSON', '--json'];
  const told = await runRook(sandbox, words);
  expect(jsonOf(told)).toMatchObject({ session, turn: 't0001', type: 'JSON' });
  expect(harmfulCharacters(told.stdout)).toEqual([]);
  const lines = readFileSync(sessionFile(sandbox, session), 'utf8').trimEnd().split('\n');
  expect(entriesOf(lines, 'bug_recorded').slice(-2)).toMatchObject([
    { by: 'user', type: 'Other', turn_id: 't0001', description: 'It changed the wrong function' },
    { by: 'user', type: 'JSON', turn_id: 't0001' },
  ]);
  expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
});

it('I-34 says what is missing: a text, a turn, a session', async () => {
  const sandbox = makeSandbox();
  expect(await runRook(sandbox, ['journal', 'bug', ' '])).toMatchObject({ code: 2 });
  expect(errorOf(await runRook(sandbox, ['journal', 'bug', 'x', '--json']))).toMatchObject({
    code: 'not_found',
  });
  await makeSession(sandbox);
  const other = await runRook(sandbox, ['journal', 'bug', 'x', '--turn', 't0099', '--json']);
  expect(errorOf(other)).toMatchObject({ code: 'not_found' });
});
