import { contentHashSchema } from '@rook/contract';
import { expect, test } from 'vitest';

import { describeLength, isBlank, judgeMessage } from './judge-message.ts';

const image = {
  blob: contentHashSchema.parse(`sha256:${'0'.repeat(64)}`),
  mediaType: 'image/png',
  name: 'a.png',
};

test('A-10 takes what nobody can see for no message', () => {
  for (const text of ['', ' \n\t', '\u200B', '\uFEFF\u2060', '\u00AD \u3164\u2800', '\u0000'])
    expect(judgeMessage({ text, images: [], texts: [] }), JSON.stringify(text)).toBe('empty');
  for (const text of ['.', '\u200Ba', '字', '👩‍👩‍👧']) expect(isBlank(text)).toBe(false);
  expect(judgeMessage({ text: '\u200B', images: [image], texts: [] })).toBe('good');
});

test('A-10 knows before it is sent that a message is too long', () => {
  expect(judgeMessage({ text: 'a'.repeat(1_000_000), images: [], texts: [] })).toBe('good');
  const long = 'a'.repeat(1_000_001);
  expect(judgeMessage({ text: long, images: [], texts: [] })).toBe('long');
  const text = { blob: image.blob, name: 'a.txt', size: 600_000 };
  expect(judgeMessage({ text: 'a'.repeat(400_000), images: [], texts: [text] })).toBe('good');
  expect(judgeMessage({ text: 'a'.repeat(400_001), images: [], texts: [text] })).toBe('long');
  expect(judgeMessage({ text: '', images: [], texts: [text] })).toBe('good');
  expect(describeLength({ text: long, texts: [] })).toContain(
    'may have 1,000,000 characters; this one has 1,000,001.',
  );
});
