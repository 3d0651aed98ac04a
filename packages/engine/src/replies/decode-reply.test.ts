import { expect, it } from 'vitest';

import { decodeReply } from './decode-reply.ts';

const codes = (bytes: Uint8Array) => decodeReply(bytes).problems.map(({ code }) => code);

it('C-14 reads UTF-8, and UTF-16 when a mark or the bytes say so', () => {
  const text = '{"a": "é 😀"}';
  expect(decodeReply(Buffer.from(text))).toEqual({ text, problems: [] });
  const little = Buffer.from(text, 'utf16le');
  expect(decodeReply(little)).toMatchObject({ text, problems: [{ code: 'wide_encoding', certain: true }] });
  expect(decodeReply(Buffer.from(`\uFEFF${text}`, 'utf16le')).text).toBe(`\uFEFF${text}`);
  expect(decodeReply(Buffer.from(little).swap16()).text).toBe(text);
  expect(decodeReply(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()).text).toBe(`\uFEFF${text}`);
});

it('C-14 guesses no other encoding: what is damaged is said to be', () => {
  const latin = Buffer.from('{"a": "é"}', 'latin1');
  expect(decodeReply(latin).text).toBe('{"a": "\uFFFD"}');
  expect(decodeReply(latin).problems).toMatchObject([{ code: 'damaged_bytes', certain: false, offset: 7 }]);
  expect(codes(Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x00]))).toEqual(['wide_encoding', 'damaged_bytes']);
  expect(decodeReply(new Uint8Array())).toEqual({ text: '', problems: [] });
});
