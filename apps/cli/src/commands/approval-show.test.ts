import { contentHashSchema, succeed, type ContentHash, type Result } from '@rook/contract';
import { expect, it } from 'vitest';

import { createTerminal, type Terminal } from '../terminal/terminal.ts';
import { showQuestion, showWhole } from './approval-show.ts';
import { makeRequest } from './test-approvals.ts';

const blob = contentHashSchema.parse(`sha256:${'a'.repeat(64)}`);
const whole = `--- /dev/null\n+++ b/long.md\n@@ -0,0 +1,200 @@\n${'+line\n'.repeat(200)}`;
const cut = {
  truncated: true,
  byte_len: whole.length,
  sha256: 'a'.repeat(64),
  preview: whole.slice(0, 60),
  blob,
};

function makeScreen(): { readonly terminal: Terminal; readonly lines: () => readonly string[] } {
  const written: string[] = [];
  const errors = { write: (text: string) => written.push(text) > 0 };
  const output = { write: () => expect.fail('a question is no part of the answer') };
  return {
    terminal: createTerminal(output, errors, new Map()),
    lines: () => written.map((line) => line.replace(/\n$/, '')),
  };
}

function keeping(text: string | null): { get: (hash: ContentHash) => Promise<Result<Uint8Array | null>> } {
  return {
    get: async (hash) => {
      expect(hash).toBe(blob);
      return succeed(text === null ? null : new TextEncoder().encode(text));
    },
  };
}

it('H-24 a preview that lies beside the journal is shown from there', async () => {
  const { terminal, lines } = makeScreen();
  await showWhole(terminal, makeRequest({ preview: cut }), keeping(whole));
  expect(lines().join('\n')).toBe(whole.trimEnd());
});

it('H-24 a preview whose rest is gone says so', async () => {
  const { terminal, lines } = makeScreen();
  await showWhole(terminal, makeRequest({ preview: cut }), keeping(null));
  expect(lines().at(-1)).toContain('cannot be read');
});

it('H-24 a question fits onto a screen, and counts what it leaves out', async () => {
  const { terminal, lines } = makeScreen();
  await showQuestion(terminal, makeRequest({ preview: whole }), keeping(null));
  const shown = lines().filter((line) => line === '+line').length;
  expect(shown).toBeGreaterThan(3);
  expect(lines().length).toBeLessThan(25);
  expect(lines()).toContain(`… ${200 - shown} more lines, d shows all`);
});

it('H-24 one line that is longer than a screen is cut on it', async () => {
  const { terminal, lines } = makeScreen();
  await showQuestion(terminal, makeRequest({ preview: 'x'.repeat(1_000_000) }), keeping(null));
  expect(Math.max(...lines().map((line) => line.length))).toBeLessThan(80 * 25);
  expect(lines()).toContain('… 1 more line, d shows all');
});

it('H-24 the question, the source and the host stay one line each', async () => {
  const { terminal, lines } = makeScreen();
  const request = makeRequest({
    tool: 'fetch\nurl',
    question: 'a\nb\u001B[2J?',
    source: 's\n+forged',
    host: 'h\u202E',
    preview: '',
  });
  await showQuestion(terminal, request, keeping(null));
  expect(lines().slice(0, 3)).toEqual([
    '',
    '? fetch␊url: a␊b␛[2J?',
    '  from the source s␊+forged, would reach h<U+202E>',
  ]);
});
