import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { launcher, quote, runProgram, runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox } from './sandbox.ts';

const KEY = ['canary', 'of', 'the', 'keychain', '9876'].join('-');
const hasKeychain =
  runTool('dbus-run-session', '--version').ok && runTool('gnome-keyring-daemon', '--version').ok;

it('N-07 without a keychain the encrypted file is used, and the answer says so', async () => {
  const sandbox = makeSandbox();
  const words = ['model', 'add', 'work', '--provider', 'xai', '--key-stdin'];
  const end = await runRook(sandbox, words, {
    input: KEY,
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(end.stdout).toContain('an encrypted file');
  expect(end.stdout).toContain('because no keychain of the system works here');
  const forced = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', ROOK_SECRETS_PLACE: 'keychain' };
  const refused = await runRook(sandbox, ['model', 'test'], { env: forced });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('set secrets.place to auto');
});

it.skipIf(!hasKeychain)('N-07 a keychain that works keeps the key, and no file does', async () => {
  const sandbox = makeSandbox();
  const rook = [process.execPath, launcher].map(quote).join(' ');
  const steps = join(sandbox.folder, 'steps.sh');
  writeFileSync(
    steps,
    [
      'printf pass | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1',
      `printf %s ${quote(KEY)} | ${rook} model add work --provider xai --key-stdin`,
      `${rook} model list --json`,
      `${rook} model remove work --json`,
    ].join('\n'),
  );
  const env = {
    ...sandbox.env,
    XDG_DATA_HOME: join(sandbox.folder, 'data'),
    XDG_RUNTIME_DIR: sandbox.folder,
  };
  const end = await runProgram('dbus-run-session', ['--', 'bash', steps], { cwd: sandbox.workspace, env });
  expect(end.code).toBe(0);
  expect(end.stdout).toContain('its key is in the keychain of this system');
  expect(end.stdout).toContain('"state":"kept","place":"the keychain of this system"');
  expect(end.stdout).toContain('{"removed":"work","key":true}');
  expect(end.stdout + end.stderr).not.toContain(KEY);
  expect(existsSync(join(sandbox.rookHome, 'credentials.enc'))).toBe(false);
});
