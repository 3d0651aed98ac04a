import { expect, it } from 'vitest';

import { nameCommandEnd } from './name-command-end.ts';

it('G-08 says how a command ended: by its code, by a signal, or why it was ended', () => {
  const plain = { exit_code: 3, signal: null };
  expect(nameCommandEnd(plain)).toBe('exit code 3');
  expect(nameCommandEnd({ exit_code: null, signal: 'SIGTERM' })).toBe('ended by SIGTERM');
  expect(nameCommandEnd({ exit_code: null, signal: null })).toBe('not started');
  expect(nameCommandEnd({ exit_code: null, signal: 'SIGKILL', ended_by: 'timeout' })).toBe(
    'took too long and was ended',
  );
  expect(nameCommandEnd({ ...plain, ended_by: 'unknown' })).toBe('its process died with Rook');
});
