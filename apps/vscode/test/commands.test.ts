import { readdirSync, readFileSync } from 'node:fs';

import { rook } from '@rook/contract';
import { afterAll, expect, it } from 'vitest';

import { given, lastAnswer, press, say, turnOf, written } from './chat-rook.ts';
import { startEditor } from './start-editor.ts';

const PATIENT = 180_000;
const FOLDER = '.rook';
/** Long enough to be known by it. */
const SECONDS = '271828';
const room = await startEditor(rook);

afterAll(async () => room?.close(), PATIENT);

/** How many processes sleep so long. */
function countSleepers(): number {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/u.test(id) && readFileSync(`/proc/${id}/cmdline`, 'utf8') === `sleep\0${SECONDS}\0`;
    } catch {
      return false;
    }
  }).length;
}

it.skipIf(room === null)(
  'G-07 nothing that a command of the chat started is left, whatever it did to get away',
  async () => {
    const editor = given(room);
    const command = `env -i setsid -f sleep ${SECONDS} > /dev/null 2>&1 < /dev/null; echo gone`;
    editor.script([[{ call: { name: 'execute_command', input: { command } } }], [{ text: 'It ran.' }]]);
    await say(editor, '@rook run it');
    await press(editor, 'Run Once');
    await turnOf(editor, FOLDER, 'run it');
    await lastAnswer(editor).getByText('It ran.').waitFor();
    expect(written(editor, FOLDER, 'command_ended')).toMatchObject([{ exit_code: 0 }]);
    await expect.poll(countSleepers, { timeout: PATIENT / 2 }).toBe(0);
  },
  PATIENT,
);
