import { fail, rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import { findRevision } from './find-revision.ts';

const REVISION = '0123456789abcdef'.repeat(3).slice(0, 40);
const bytes = (text: string) => new TextEncoder().encode(text);

async function find(
  answer: Parameters<typeof createFakeShell>[0],
  variables: Readonly<Record<string, string>> = {},
) {
  const shell = createFakeShell(answer);
  const given = new Map(Object.entries(variables));
  const found = await findRevision({ shell, root: '/work', variables: given });
  return { found, program: shell.started[0] };
}

it('H-26 takes what git has checked out, and null for whatever is no revision', async () => {
  expect((await find(() => ({ stdout: bytes(`${REVISION}\n`) }))).found).toBe(REVISION);
  expect((await find(() => ({ code: 1 }))).found).toBe(null);
  expect((await find(() => ({ code: 128, stdout: bytes(`${REVISION}\n`) }))).found).toBe(null);
  expect((await find(() => ({ stdout: bytes('HEAD\n') }))).found).toBe(null);
  expect((await find(() => undefined)).found).toBe(null);
});

it('H-26 a git that takes too long is null', async () => {
  const shell = { run: async () => fail(rookError('timed_out', 'It took too long.')) };
  expect(await findRevision({ shell, root: '/work', variables: new Map() })).toBe(null);
});

it('H-26 gives git nothing of the environment but where programs lie, and none of the workspace', async () => {
  const folders = ['/usr/bin', '.', '', 'bin', '/work', '/work/bin', '/workshop'].join(':');
  const given = {
    PATH: folders,
    GIT_DIR: '/elsewhere',
    GIT_EXTERNAL_DIFF: 'evil',
    HOME: '/home/me',
    LD_PRELOAD: 'evil.so',
  };
  const { program } = await find(() => ({ stdout: bytes(REVISION) }), given);
  const names = [...(program?.env.keys() ?? [])];
  expect(program?.env.get('PATH')).toBe('/usr/bin:/workshop');
  expect(names.filter((name) => Object.hasOwn(given, name))).toEqual(['PATH']);
  expect(program?.args).toContain('core.fsmonitor=false');
  expect(program?.timeoutMilliseconds).toBeLessThanOrEqual(5000);
});
