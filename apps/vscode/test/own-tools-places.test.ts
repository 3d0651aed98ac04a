import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rook } from '@rook/contract';
import { expect, it } from 'vitest';

import { startEditor } from './start-editor.ts';

const PATIENT = 180_000;

it(
  'B-31 without a folder the caller is told that there is none, and nothing is left behind',
  async ({ skip }) => {
    const editor = await startEditor(rook, { place: null });
    if (editor === null) return skip();
    try {
      const calling = editor.ask({ invokeTool: 'rook_read_file', input: { path: 'a.txt' } });
      await expect(calling).rejects.toThrow(
        'No folder is open, so Rook can talk and nothing else. read_file was not called.',
      );
      expect(existsSync(join(editor.home, 'sessions', 'chats'))).toBe(false);
    } finally {
      await editor.close();
    }
  },
  PATIENT,
);

it(
  'N-11 in a folder that nobody trusts others read through us too, and change nothing',
  async ({ skip }) => {
    const editor = await startEditor(rook, { isWary: true });
    if (editor === null) return skip();
    try {
      writeFileSync(join(editor.workspace, 'a.txt'), 'read me\n');
      const read = await editor.ask({ invokeTool: 'rook_read_file', input: { path: 'a.txt' } });
      expect(String(read)).toContain('read me');
      const input = { path: 'b.txt', content: 'b' };
      const written = await editor.ask({ invokeTool: 'rook_write_to_file', input });
      expect(String(written)).toContain('so there is no tool write_to_file');
      expect(String(written)).toContain('The person has not said that this folder is trusted');
      const ran = await editor.ask({ invokeTool: 'rook_execute_command', input: { command: 'touch c.txt' } });
      expect(String(ran)).toContain('a command runs only if a person chose it');
      expect(['b.txt', 'c.txt'].map((name) => existsSync(join(editor.workspace, name)))).toEqual([
        false,
        false,
      ]);
    } finally {
      await editor.close();
    }
  },
  PATIENT,
);
