import type { Connection } from '@rook/contract';
import { expect, it } from 'vitest';

import { putConnectionText, removeConnectionText } from './edit-connections-text.ts';

const work: Connection = { name: 'work', provider: 'anthropic' };
const play: Connection = { name: 'play', provider: 'xai' };

const NEW = { replace: false } as const;

const FILE = `{
  // mine
  "mode": "safe",
  "connections": [
    // pays the firm
    { "name": "work", "provider": "anthropic" }, // the first
    // free
    { "name": "local", "provider": "openai-compatible" },
  ],
  "model.connection": "work", // the firm's
}
`;

it.each([null, '', '{}', '{ "mode": "safe" }', '// only a remark\n'])(
  'C-04 puts the first connection into %j',
  (text) => {
    const put = putConnectionText(text, work, NEW);
    expect(put.ok && put.value.replaceAll(/\s+/g, ' ')).toContain(
      '"connections": [ { "name": "work", "provider": "anthropic" } ]',
    );
  },
);

it('C-04 puts a connection behind the others and keeps every comment', () => {
  const put = putConnectionText(FILE, play, NEW);
  expect(put.ok && put.value).toBe(
    FILE.replace(
      '"openai-compatible" },\n',
      '"openai-compatible" },\n    {\n      "name": "play",\n      "provider": "xai"\n    },\n',
    ),
  );
});

it('C-04 puts a connection in the place of the one of its name', () => {
  const put = putConnectionText(FILE, { ...work, region: 'eu' }, { replace: true });
  expect(put.ok && put.value).toContain('// pays the firm\n    {\n      "name": "work"');
  expect(put.ok && put.value).toContain('}, // the first\n    // free');
  expect(put.ok && put.value.match(/"work"/g)).toHaveLength(2);
});

it('C-04 takes a connection out, and with it the setting that uses it', () => {
  const without = removeConnectionText(FILE, 'work');
  expect(without.ok && without.value).not.toContain('work');
  expect(without.ok && without.value).toContain('// pays the firm');
  expect(without.ok && without.value).toContain('// free\n    { "name": "local"');
  const other = removeConnectionText(FILE, 'local');
  expect(other.ok && other.value).toContain('"model.connection": "work"');
  const both = without.ok ? removeConnectionText(without.value, 'local') : without;
  const again = both.ok ? putConnectionText(both.value, play, NEW) : both;
  expect(again.ok && again.value).toContain('"name": "play"');
});

it('C-04 leaves a file alone that does not have the connection', () => {
  expect(removeConnectionText(FILE, 'gone')).toEqual({ ok: true, value: FILE });
  expect(removeConnectionText(null, 'gone')).toEqual({ ok: true, value: '' });
});

it.each(['{ "connections": {} }', '{ "connections": [] ', '{ "connections": [], "connections": [] }'])(
  'C-04 refuses to write into %s',
  (text) => {
    const refused = putConnectionText(text, work, NEW);
    expect(refused).toMatchObject({ ok: false, error: { code: 'settings_malformed' } });
    expect(JSON.stringify(refused)).toContain('Nothing was written');
    expect(removeConnectionText(text, 'work')).toMatchObject({ ok: false });
  },
);

it('C-04 a name that is taken is replaced only when that is wanted', () => {
  expect(putConnectionText(FILE, work, NEW)).toMatchObject({ ok: false, error: { code: 'exists' } });
});
