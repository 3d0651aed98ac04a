import type { OwnFile } from '@rook/engine';
import { createFakeOwnFile, failedCases, secretsSuite, type KeptSecrets } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { createEncryptedSecrets } from './encrypted-secrets.ts';

interface Files {
  readonly file: OwnFile;
  readonly keyFile: OwnFile;
}

function makeFiles(): Files {
  return {
    file: createFakeOwnFile('/home/credentials.enc'),
    keyFile: createFakeOwnFile('/home/credentials.key'),
  };
}

async function contentOf(file: OwnFile): Promise<Uint8Array> {
  const read = await file.read();
  if (!read.ok || read.value === null) throw new Error('nothing there');
  return read.value;
}

/** Changed files over the same key, or the other way round. */
async function copyFiles(
  files: Files,
  change: (file: Uint8Array, key: Uint8Array) => readonly [Uint8Array | null, Uint8Array | null],
): Promise<Files> {
  const [file, key] = change(await contentOf(files.file), await contentOf(files.keyFile));
  return {
    file: createFakeOwnFile(files.file.path, file),
    keyFile: createFakeOwnFile(files.keyFile.path, key),
  };
}

it('N-07 the encrypted file passes the suite of secrets', async () => {
  const failed = await failedCases(secretsSuite, () => {
    const files = makeFiles();
    return (): KeptSecrets => ({
      ...createEncryptedSecrets({ ...files, machine: 'here' }),
      atRest: async () => [await contentOf(files.file), await contentOf(files.keyFile)],
    });
  });
  expect(failed).toEqual([]);
});

it('N-07 the file shows neither the names nor the values, and differs each time', async () => {
  const files = makeFiles();
  const secrets = createEncryptedSecrets({ ...files, machine: 'here' });
  await secrets.set('connection/work', 'value');
  const first = new TextDecoder().decode(await contentOf(files.file));
  await secrets.set('connection/work', 'value');
  const second = new TextDecoder().decode(await contentOf(files.file));
  expect(first).not.toContain('work');
  expect([...first.matchAll(/"(\w+)":/g)].map(([, name]) => name)).toEqual([
    'version',
    'machine',
    'salt',
    'nonce',
    'data',
    'tag',
  ]);
  expect(second).not.toBe(first);
});

it('N-07 every change of a single character in the file is detected, and the file is left as it is', async () => {
  const files = makeFiles();
  await createEncryptedSecrets({ ...files, machine: 'here' }).set('a', 'value');
  const original = await contentOf(files.file);
  const end = new TextDecoder().decode(original).lastIndexOf('}');
  const quietly: number[] = [];
  for (let place = 0; place < end; place += 1) {
    const changed = await copyFiles(files, (file, key) => [flip(file, place), key]);
    const secrets = createEncryptedSecrets({ ...changed, machine: 'here' });
    const [read, written] = [await secrets.get('a'), await secrets.set('b', 'other')];
    const kept = Buffer.from(await contentOf(changed.file)).equals(flip(original, place));
    const code = !read.ok && !written.ok ? read.error.code : 'read';
    if (code !== 'secrets_unreadable' || !kept) quietly.push(place);
  }
  expect(quietly).toEqual([]);
});

/** Another character of the same kind, so that the text stays well-formed; in base64 a bit that counts. */
function flip(bytes: Uint8Array, place: number): Buffer {
  const changed = Buffer.from(bytes);
  const letter = String.fromCodePoint(changed[place] ?? 0);
  changed.write(/[A-P]/.test(letter) ? 'z' : 'A', place);
  return changed;
}

it.each([
  ['another machine', 'elsewhere', /made on another machine or for another user/],
  ['another user', 'here\0somebody', /made on another machine or for another user/],
])('N-07 a file from %s does not open, and the sentence says so', async (_title, machine, sentence) => {
  const files = makeFiles();
  await createEncryptedSecrets({ ...files, machine: 'here' }).set('a', 'value');
  const read = await createEncryptedSecrets({ ...files, machine }).get('a');
  expect(read).toMatchObject({ ok: false, error: { code: 'secrets_unreadable' } });
  expect(JSON.stringify(read)).toMatch(sentence);
});

it.each([
  ['missing', null, /credentials\.key is missing/],
  ['cut', new Uint8Array(5), /credentials\.key is damaged/],
  ['another', new Uint8Array(32), /credentials\.key is another's/],
])('N-07 a key file that is %s is said, and no other is made', async (_title, wrongKey, sentence) => {
  const files = makeFiles();
  await createEncryptedSecrets({ ...files, machine: 'here' }).set('a', 'value');
  const changed = await copyFiles(files, (file) => [file, wrongKey]);
  const secrets = createEncryptedSecrets({ ...changed, machine: 'here' });
  expect(JSON.stringify(await secrets.get('a'))).toMatch(sentence);
  expect(JSON.stringify(await secrets.set('b', 'x'))).toMatch(sentence);
  expect(await changed.keyFile.read()).toEqual({ ok: true, value: wrongKey });
});

it('N-07 refuses to grow beyond what can be read back', async () => {
  const files = makeFiles();
  const secrets = createEncryptedSecrets({ ...files, machine: 'here' });
  await secrets.set('a', 'value');
  const refused = await secrets.set('b', 'x'.repeat(600_000));
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
  expect(await secrets.get('a')).toEqual({ ok: true, value: 'value' });
});
