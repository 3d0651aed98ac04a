import { createHash } from 'node:crypto';

import { contentHashSchema, parseCallOutput, succeed } from '@rook/contract';
import { expect, test } from 'vitest';

import { createFakeWorkbench } from '../../test/fake-workbench.ts';
import { joinTexts } from './join-texts.ts';
import { takeFile } from './take-file.ts';

type FileWorkbench = Parameters<typeof takeFile>[0];

/** A workspace that holds these files. */
function holding(files: Readonly<Record<string, string>>): FileWorkbench {
  const blobs = createFakeWorkbench();
  const answers = {
    file_find: { paths: Object.keys(files) },
    file_hashes: {
      files: Object.entries(files).map(([path, text]) => ({
        path,
        sha256: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      })),
    },
  };
  const call: FileWorkbench['call'] = async (name) => {
    const output: unknown = name === 'file_find' ? answers.file_find : answers.file_hashes;
    return parseCallOutput(name, output);
  };
  return { call, keepBlob: async (bytes) => blobs.keepBlob(bytes) };
}

test('A-17 a file with the name and the content of one of the workspace goes along under its path', async () => {
  const workbench = holding({ 'docs/a.txt': 'other', 'src/a.txt': 'same', 'b.txt': 'same' });
  expect(await takeFile(workbench, new File(['same'], 'a.txt'))).toEqual(
    succeed({ kind: 'path', path: 'src/a.txt' }),
  );
  // The same words under another name, and other words under the same, are other files.
  for (const [words, name] of [
    ['same', 'c.txt'],
    ['changed', 'a.txt'],
  ] as const) {
    const taken = await takeFile(workbench, new File([words], name));
    expect(taken).toMatchObject({ ok: true, value: { kind: 'text', text: { name, size: words.length } } });
  }
});

test('A-17 says of a file that is no text, too long or a folder why it does not go along', async () => {
  const workbench = holding({});
  const folder = new File([], 'folder');
  folder.arrayBuffer = async () => Promise.reject(new Error('It is a folder.'));
  const cases = [
    [new File([new Uint8Array([0, 1])], 'a.pdf', { type: 'application/pdf' }), 'a.pdf is neither text nor'],
    [new File([new Uint8Array([0xff, 0xfe])], 'b.txt'), 'b.txt is neither text nor'],
    [new File(['a'.repeat(200_001)], 'long.txt'), 'long.txt is longer than 200 KB'],
    [new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'huge.iso'), 'huge.iso is larger than 8 MB'],
    [folder, 'folder cannot be read here'],
  ] as const;
  for (const [file, words] of cases) {
    const taken = await takeFile(workbench, file);
    expect(taken.ok ? 'taken' : taken.error.message).toContain(words);
  }
});

test('A-17 puts a file below the words, under its name, between fences that it cannot end', async () => {
  const workbench = createFakeWorkbench();
  const attach = (name: string, text: string) => ({ blob: workbench.keep(text), name, size: text.length });
  const texts = [attach('a.txt', 'one\n'), attach('b\n.md', '````\ncode\n````')];
  expect(await joinTexts(workbench, { text: 'Look.', texts })).toEqual(
    succeed(
      ['Look.', '', 'File a.txt:', '```', 'one', '```', '', 'File b .md:']
        .concat(['`````', '````', 'code', '````', '`````'])
        .join('\n'),
    ),
  );
  expect(await joinTexts(workbench, { text: '', texts: [] })).toEqual(succeed(''));
  const gone = { blob: contentHashSchema.parse(`sha256:${'f'.repeat(64)}`), name: 'c.txt', size: 1 };
  expect(await joinTexts(workbench, { text: '', texts: [gone] })).toMatchObject({
    ok: false,
    error: { message: 'c.txt is not kept any more. Attach it once more.' },
  });
});
