import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import type { ProgramEnd, Shell } from '../ports/shell.ts';
import { callTool, fakePorts, toolText } from './test-tools.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function message(type: string, data: unknown): string {
  return `${JSON.stringify({ type, data })}\n`;
}

function found(path: string, ...lines: readonly string[]): string {
  const matches = lines.map((text, index) =>
    message('match', { lines: { text: `${text}\n` }, line_number: index + 1, submatches: [{ start: 0 }] }),
  );
  return [
    message('begin', { path: { text: path } }),
    ...matches,
    message('end', { binary_offset: null }),
  ].join('');
}

function searchWith(end: Partial<ProgramEnd>): Parameters<typeof toolText> {
  return [
    fakePorts({ 'a.ts': 'x\n' }, { shell: createFakeShell(() => end) }),
    'search_files',
    { pattern: 'x' },
  ];
}

it('search_files gives what it found although something could not be read or the time was over, and says so', async () => {
  const stdout = bytes(found('./a.ts', 'x'));
  expect(await toolText(...searchWith({ code: 2, stdout }))).toMatch(
    /1:\tx\n\(Some files could not be read\.\)$/,
  );
  const slow: Shell = {
    ...createFakeShell(() => undefined),
    run: async (_program, watch) => {
      watch?.({ stream: 'stdout', bytes: stdout });
      return fail(rookError('timed_out', 'rg was ended because it took longer than 30 s.'));
    },
  };
  expect(await toolText(fakePorts({}, { shell: slow }), 'search_files', { pattern: 'x' })).toMatch(
    /1:\tx\n\(The search was ended after 30 s; there may be more\. Narrow it\.\)$/,
  );
});

it('search_files says why there was no search', async () => {
  const lacking = { ripgrep: async () => fail(rookError('not_found', 'There is no ripgrep.')) };
  expect(await toolText(fakePorts({}, lacking), 'search_files', { pattern: 'x' })).toBe(
    'not_found: There is no ripgrep.',
  );
  expect(await toolText(...searchWith({ code: null, signal: 'SIGSEGV' }))).toBe(
    'internal: The search ended with a signal and found nothing out.',
  );
  expect(await toolText(...searchWith({ code: 2, stderr: bytes('rg: something odd.\n') }))).toBe(
    'invalid_input: The pattern is not valid: something odd.',
  );
});

it('search_files believes nothing that ripgrep prints out of order or garbled, in whatever pieces it comes', async () => {
  const stdout = bytes(
    [
      'no json\n',
      '{"type":"match"}\n',
      message('end', { binary_offset: null }),
      message('match', { lines: { text: 'lost' }, line_number: 1, submatches: [] }),
      found('./a.ts', 'x'),
      message('begin', { path: { bytes: 'gGE=' } }),
      message('match', { lines: { text: 'unnamed' }, line_number: 1, submatches: [] }),
      message('end', { binary_offset: null }),
      message('summary', {}),
    ].join(''),
  );
  const shell: Shell = {
    ...createFakeShell(() => undefined),
    run: async (_program, watch) => {
      for (const byte of stdout) watch?.({ stream: 'stdout', bytes: new Uint8Array([byte]) });
      const none = new Uint8Array();
      return succeed({ code: 0, signal: null, stdout: none, stderr: none, droppedBytes: 0 });
    },
  };
  const reply = await callTool(fakePorts({ 'a.ts': 'x\n' }, { shell }), 'search_files', { pattern: 'x' });
  expect(reply).toMatchObject({
    ok: true,
    value: { shown: [{ path: 'a.ts', ranges: [{ start: 1, end: 1 }] }] },
  });
  expect(reply.ok ? reply.value.text : '').toMatch(/^1 match in 1 file:\n### a\.ts \[MD5: \w+\]\n1:\tx$/);
});

it('search_files hands ripgrep no word that the model could have begun, and no settings of its user', async () => {
  const shell = createFakeShell(() => ({ code: 1 }));
  const input = { pattern: '--pre=rm', glob: '--pre=rm', path: '-x' };
  await toolText(fakePorts({ '-x/--pre=rm': '' }, { shell }), 'search_files', input);
  for (const { args, env, cwd } of shell.started) {
    expect(args[0]).toBe('--no-config');
    expect(args.slice(0, args.indexOf('--')).filter((word) => word.startsWith('--pre'))).toEqual([]);
    expect(args.slice(args.indexOf('--'))).toEqual(['--', expect.stringMatching(/^\.(?:\/-x)?$/)]);
    expect([env.size, cwd]).toEqual([0, '/workspace']);
  }
  expect(shell.started.length).toBe(2);
});
