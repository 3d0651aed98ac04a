import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { loadLoginEnvironment } from './login-environment.ts';

/** A home folder whose start file says this. */
function homeWith(profile: string): ReadonlyMap<string, string> {
  const home = mkdtempSync(join(tmpdir(), 'rook-login-'));
  writeFileSync(join(home, '.bash_profile'), profile);
  return new Map([
    ['HOME', home],
    ['SHELL', '/bin/bash'],
    ['PATH', '/usr/bin:/bin'],
    ['MINE', 'own'],
  ]);
}

it('G-19 merges the PATH and the variables of the login shell', async () => {
  const { variables, problem } = await loadLoginEnvironment(
    homeWith(
      'echo noise; export PATH="$HOME/.nvm/bin:/opt/brew/bin:$PATH" NVM_DIR="$HOME/.nvm" MINE=other\n',
    ),
  );
  expect(problem).toBe(null);
  const home = variables.get('HOME') ?? '';
  expect(variables.get('PATH')?.split(':').slice(0, 2)).toEqual([`${home}/.nvm/bin`, '/opt/brew/bin']);
  expect(
    variables
      .get('PATH')
      ?.split(':')
      .filter((folder) => folder === '/usr/bin'),
  ).toHaveLength(1);
  expect(variables.get('NVM_DIR')).toBe(`${home}/.nvm`);
  expect(variables.get('MINE')).toBe('own');
  expect(variables.has('ROOK_COMMAND')).toBe(false);
}, 60_000);

it('G-19 leaves first what was put first where Rook was started', async () => {
  const home = homeWith('export PATH="/shims:/usr/bin:/project/.venv/bin:/bin:/late"\n');
  const pathOf = async (path: string): Promise<string | undefined> =>
    (await loadLoginEnvironment(new Map([...home, ['PATH', path]]))).variables.get('PATH');
  expect(await pathOf('/project/.venv/bin:/shims:/usr/bin:/bin')).toBe(
    '/project/.venv/bin:/shims:/usr/bin:/bin:/late',
  );
  writeFileSync(
    join(home.get('HOME') ?? '', '.bash_profile'),
    'export PATH="/brew:/usr/bin:/first:/bin:/late"\n',
  );
  expect(await pathOf('/project/.venv/bin:/usr/bin:/bin')).toBe(
    '/project/.venv/bin:/brew:/usr/bin:/first:/bin:/late',
  );
  expect(await pathOf('/nowhere:/usr/bin')).toBe('/nowhere:/brew:/usr/bin:/first:/bin:/late');
}, 60_000);

it('G-19 keeps a value that has line breaks in it', async () => {
  const { variables } = await loadLoginEnvironment(homeWith("export TWO=$'a\\nPATH=/evil'\n"));
  expect(variables.get('TWO')).toBe('a\nPATH=/evil');
  expect(variables.get('PATH')).not.toContain('/evil');
}, 60_000);

it('G-19 goes on without a login shell that never answers, fails or is none, and says so', async () => {
  const slow = await loadLoginEnvironment(homeWith('sleep 600\n'), 500);
  expect(slow.problem).toContain('did not answer within 0.5 s');
  expect(slow.variables.get('PATH')).toBe('/usr/bin:/bin');
  const broken = await loadLoginEnvironment(homeWith('exit 3\n'));
  expect(broken.problem).toContain('ended with 3');
  const own = homeWith('');
  const missing = await loadLoginEnvironment(new Map([...own, ['SHELL', '/no/such/bash']]));
  expect(missing.problem).toContain('could not be started');
  const strange = join(own.get('HOME') ?? '', 'nu');
  writeFileSync(strange, '#!/bin/sh\nexit 0\n');
  chmodSync(strange, 0o755);
  const other = await loadLoginEnvironment(new Map([...own, ['SHELL', strange]]));
  expect(other.problem).toContain('is not one that can be asked');
}, 60_000);
