import type { Entry } from '@rook/contract';
import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import * as z from 'zod';

import { createCommandShow } from './show-command.ts';

const streamSchema = z.custom<vscode.ChatResponseStream>();
const entrySchema = z.custom<Entry>();

function shownOf(...entries: readonly Readonly<Record<string, unknown>>[]): string {
  const texts: string[] = [];
  const show = createCommandShow({
    stream: streamSchema.parse({ markdown: (text: string) => texts.push(text) }),
  });
  for (const entry of entries) show.entry(entrySchema.parse(entry));
  return texts.join('');
}

const started = { event_type: 'command_started', command_id: 'c-1', command: 'npm test', cwd: '.' };
const ended = {
  event_type: 'command_ended',
  command_id: 'c-1',
  exit_code: 1,
  signal: null,
  output: 'a ``` b\nred\n',
};

it('G-09 a command of the chat shows beside it how it ended and what it printed', () => {
  expect(shownOf(started, ended)).toBe(
    '\n\n✗ **$ npm test** exit code 1\n\n````text\na ``` b\nred\n````\n\n',
  );
  expect(shownOf(started, { ...ended, exit_code: 0, output: '' })).toContain(
    '✓ **$ npm test** exit code 0, nothing printed',
  );
  expect(shownOf({ ...started, command: `echo *a*\necho ${'b'.repeat(500)}` }, ended)).toMatch(
    /\$ echo \\\*a\\\* ⏎ echo b+…\*\* exit/u,
  );
});

it('G-09 what a batch tells and what runs in the background is not told once more', () => {
  const batch = { event_type: 'batch_started', commands: [] };
  expect(shownOf(batch, started, ended, { event_type: 'batch_ended' })).toBe('');
  expect(shownOf({ ...started, background: true }, ended)).toBe('');
});
