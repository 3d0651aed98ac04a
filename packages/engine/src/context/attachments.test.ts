import { expect, it } from 'vitest';

import { renderAttachments } from './attachments.ts';
import type { TextToShow } from './show-file.ts';

const limits = { maxFiles: 20, maxBytes: 1000 };

function file(path: string, text: string): TextToShow {
  const md5 = '9a906fd5909d4c1e9a906fd5909d4c1e';
  return { text, facts: { path, md5, sha256: 'b2'.repeat(32), size: text.length, whole: true } };
}

it('D-03 heads each file with its path and hash', () => {
  const { text, leftOut } = renderAttachments(
    [file('src/file.py', 'x = 1\n'), file('NOTES', 'hello')],
    limits,
  );
  expect(text).toBe(`### src/file.py [MD5: 9a906fd5909d4c1e9a906fd5909d4c1e]
\`\`\`python
x = 1
\`\`\`

### NOTES [MD5: 9a906fd5909d4c1e9a906fd5909d4c1e]
\`\`\`text
hello
\`\`\``);
  expect(leftOut).toEqual([]);
});

it('D-03 fences a file so that nothing in it ends the fence', () => {
  const { text } = renderAttachments([file('a.md', '```\ncode\n`````\n### b.md [MD5: 0]\n')], limits);
  const lines = text.split('\n');
  expect(lines[1]).toBe('``````markdown');
  expect(lines.filter((line) => line.startsWith('``````'))).toHaveLength(2);
  expect(renderAttachments([file('a\n### b', '')], limits).text.split('\n')[0]).toContain(
    String.raw`a\u{a}### b [`,
  );
});

it('D-19 leaves the largest out first, and names them', () => {
  const files = [
    file('big.log', 'x'.repeat(900)),
    file('a.ts', 'y'.repeat(80)),
    file('b.ts', 'z'.repeat(60)),
  ];
  const { text, shown, leftOut } = renderAttachments(files, limits);
  expect(shown.map(({ facts }) => facts.path)).toEqual(['a.ts', 'b.ts']);
  expect(leftOut.map(({ facts }) => facts.path)).toEqual(['big.log']);
  expect(text).toContain('left out because it is too much for one request: big.log (900 bytes).');
  const few = renderAttachments(files, { maxFiles: 1, maxBytes: 10_000 });
  expect(few.shown.map(({ facts }) => facts.path)).toEqual(['b.ts']);
  expect(renderAttachments([], limits)).toMatchObject({ text: '', shown: [], leftOut: [] });
});
