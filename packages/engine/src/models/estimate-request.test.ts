import { createHash } from 'node:crypto';

import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { ModelRequest } from '../ports/model.ts';
import { estimateRequest } from './estimate-request.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { imageSize } from './image-size.ts';
import { generatedSamples } from './token-samples-generated.ts';
import { tokenSamples } from './token-samples.ts';

const blocks = Array.from({ length: 20 }, (_unused, index) =>
  createHash('sha256').update(`sample ${index}`).digest(),
);
const bytes = (count: number) => Buffer.concat(blocks).subarray(0, count);
const pick = (alphabet: string, count: number) =>
  [...bytes(count)].map((byte) => alphabet[byte % alphabet.length]).join('');
const SMALL = 'abcdefghijklmnopqrstuvwxyz';

/** Made here, because a text like these looks like a secret; counted as the others were. */
const madeSamples = [
  ['base64', 583, bytes(600).toString('base64')],
  ['base64url', 289, bytes(300).toString('base64url')],
  ['hex', 354, bytes(300).toString('hex')],
  ['capital hex', 355, bytes(300).toString('hex').toUpperCase()],
  ['digits', 165, pick('0123456789', 400)],
  ['small letters', 210, pick(SMALL, 400)],
  ['capital letters', 242, pick(SMALL.toUpperCase(), 400)],
  ['letters', 270, pick(SMALL + SMALL.toUpperCase(), 400)],
  ['signs', 208, pick('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 300)],
  ['spaces', 4, `${' '.repeat(200)}x`],
  ['indents', 60, `${' '.repeat(13)}x\n`.repeat(20)],
  ['tabs', 91, '\t\t\tx\n'.repeat(30)],
  ['lines', 7, '\n'.repeat(100)],
  ['rules', 34, `${'-'.repeat(80)}\n${'='.repeat(80)}\n${'*-'.repeat(30)}`],
] as const;

it.each([...tokenSamples, ...madeSamples, ...generatedSamples])(
  'L-13 never estimates fewer tokens than there are: %s',
  (_name, tokens, text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
  },
);

it('L-13 estimates at most some times too much over all samples together', () => {
  const all = [...tokenSamples, ...madeSamples];
  const real = all.reduce((sum, [, tokens]) => sum + tokens, 0);
  const estimated = all.reduce((sum, [, , text]) => sum + estimateTokens(text), 0);
  expect(estimated / real).toBeLessThan(2);
});

it.each(['english', 'python', 'rust', 'minified', 'upper'])(
  'L-13 estimates less than twice what there is for ordinary text: %s',
  (wanted) => {
    const [, tokens = 0, text = ''] = tokenSamples.find(([name]) => name === wanted) ?? [];
    expect(tokens).toBeGreaterThan(0);
    expect(estimateTokens(text) / tokens).toBeLessThan(2);
  },
);

/** From the greediest tokenizers, over a thousand words of each length: tokens for a letter of a word without sense. */
it('L-13 words without sense have half as many tokens as letters at least, wherever they stand', () => {
  const letter = fc.constantFrom(...`${SMALL}${SMALL.toUpperCase()}`.split(''));
  const word = fc.string({ unit: letter, minLength: 3, maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 50, maxLength: 80 }),
      fc.constantFrom(' ', '_', '', '\n'),
      (all, gap) => {
        expect(estimateTokens(all.join(gap))).toBeGreaterThanOrEqual(Math.ceil(all.join('').length / 2));
      },
    ),
  );
});

it('L-13 has samples that reject an estimator of four characters a token', () => {
  const low = [...tokenSamples, ...madeSamples].filter(
    ([, tokens, text]) => Math.ceil(text.length / 4) < tokens,
  );
  expect(low.length).toBeGreaterThan(tokenSamples.length / 2);
});

it('L-13 more words never have fewer tokens, and never many more than bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (first, second) => {
      const both = estimateTokens(`${first} ${second}`);
      expect(both).toBeGreaterThanOrEqual(estimateTokens(first));
      expect(both).toBeLessThanOrEqual(2 * Buffer.byteLength(`${first} ${second}`));
    }),
  );
});

const request: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello there' }] }],
  maxOutputTokens: 500,
};

it('L-13 counts every part of a request, and as output all that is allowed, thinking included', () => {
  const plain = estimateRequest(request);
  const text = 'word '.repeat(100);
  const user = { role: 'user', parts: [{ kind: 'text', text }] } as const;
  const parts: readonly ModelRequest[] = [
    { ...request, system: text },
    { ...request, messages: [...request.messages, user] },
    { ...request, messages: [{ role: 'assistant', parts: [{ kind: 'text', text }] }] },
    { ...request, messages: [{ role: 'assistant', parts: [{ kind: 'thinking', text: '', seal: text }] }] },
    {
      ...request,
      messages: [{ role: 'assistant', parts: [{ kind: 'tool_call', id: 'i', name: 'n', input: { text } }] }],
    },
    { ...request, messages: [{ role: 'tool', results: [{ id: 'i', name: 'n', text, failed: false }] }] },
    { ...request, tools: [{ name: 'edit', description: text, input: {} }] },
    { ...request, tools: [{ name: 'edit', description: '', input: { description: text } }] },
    { ...request, structured: { name: 'reply', schema: { description: text } } },
  ];
  for (const part of parts) expect(estimateRequest(part).input).toBeGreaterThanOrEqual(plain.input + 90);
  expect(plain).toMatchObject({ image: 0, output: 500 });
});

function png(width: number, height: number): Uint8Array {
  const bytesOf = Buffer.alloc(24);
  bytesOf.writeUInt32BE(0x89_50_4e_47, 0);
  bytesOf.write('IHDR', 12);
  bytesOf.writeUInt32BE(width, 16);
  bytesOf.writeUInt32BE(height, 20);
  return bytesOf;
}

function jpeg(width: number, height: number): Uint8Array {
  const head = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc4, 0, 3, 0, 0xff, 0xc2, 0, 11, 8,
  ]);
  const size = Buffer.alloc(6);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([head, size]);
}

const webp = (form: string, rest: readonly number[]) =>
  Buffer.concat([
    Buffer.from(`RIFF....WEBP${form}`, 'latin1'),
    Buffer.alloc(4),
    Buffer.from(rest),
    Buffer.alloc(12),
  ]);

it('L-13 reads how large an image is from its first bytes, and does not trust what it cannot read', () => {
  const gif = Buffer.from('GIF89a\u0040\u0001\u00f0\u0000', 'latin1');
  expect(imageSize(png(1024, 768))).toEqual({ width: 1024, height: 768 });
  expect(imageSize(jpeg(640, 480))).toEqual({ width: 640, height: 480 });
  expect(imageSize(gif)).toEqual({ width: 320, height: 240 });
  expect(imageSize(webp('VP8X', [0, 0, 0, 0, 0xff, 3, 0, 0xff, 1, 0]))).toEqual({ width: 1024, height: 512 });
  expect(imageSize(webp('VP8L', [0x2f, 0xff, 0xc3, 0x7f, 0]))).toEqual({ width: 1024, height: 512 });
  expect(imageSize(webp('VP8 ', [0, 0, 0, 0, 0, 0, 0, 4, 0, 2]))).toEqual({ width: 1024, height: 512 });
  for (const odd of [
    Buffer.alloc(0),
    Buffer.from('not an image at all, I fear'),
    png(0, 9),
    jpeg(9, 9).subarray(0, 18),
  ]) {
    expect(imageSize(odd)).toBeNull();
  }
  const beginnings = fc.constantFrom(
    [],
    [0xff, 0xd8],
    [...Buffer.from('RIFF....WEBPVP8L')],
    [...Buffer.from('GIF8')],
  );
  fc.assert(
    fc.property(beginnings, fc.uint8Array({ maxLength: 64 }), (beginning, odd) => {
      expect(() => imageSize(Uint8Array.from([...beginning, ...odd]))).not.toThrow();
    }),
  );
});

const tokensOf = (image: Uint8Array, factor?: number) =>
  estimateRequest(
    {
      ...request,
      messages: [{ role: 'user', parts: [{ kind: 'image', bytes: image, mediaType: 'image/png' }] }],
    },
    factor,
  ).image;

it('L-13 counts images by their size: more than a provider does, and what cannot be read at the most', () => {
  // By the formulas of the providers: points / 750; 85 + 170 for each tile of 512; 256 for each of 448.
  const formulas = [
    (width: number, height: number) => (width * height) / 750,
    (width: number, height: number) => 85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512),
    (width: number, height: number) => 256 * (1 + Math.ceil(width / 448) * Math.ceil(height / 448)),
  ];
  for (const [width, height] of [
    [64, 64],
    [512, 512],
    [1092, 1092],
    [1568, 300],
    [100, 2000],
  ] as const) {
    for (const formula of formulas)
      expect(tokensOf(png(width, height))).toBeGreaterThanOrEqual(formula(width, height));
  }
  expect(tokensOf(png(20_000, 20_000))).toBe(6000);
  expect(tokensOf(Buffer.from('?'))).toBe(6000);
  expect(tokensOf(png(64, 64), 34)).toBe(34 * tokensOf(png(64, 64)));
});
