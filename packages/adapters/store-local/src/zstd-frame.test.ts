import { randomBytes } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { frameLength } from './zstd-frame.ts';

const CONTENTS = [0, 1, 200, 300, 70_000, 1_048_576].flatMap((length) => [
  new Uint8Array(length),
  randomBytes(length),
  Buffer.from('a line of a log\n'.repeat(length / 16 + 1)).subarray(0, length),
]);

it('G-08 says how long a packed part is, whatever follows it, and of a cut one nothing', () => {
  for (const checked of [0, 1])
    for (const content of CONTENTS) {
      const packed = zstdCompressSync(content, { params: { [constants.ZSTD_c_checksumFlag]: checked } });
      const followed = Buffer.concat([packed, packed, Buffer.from('rest')]);
      expect(frameLength(followed)).toBe(packed.length);
      expect(zstdDecompressSync(followed.subarray(0, frameLength(followed) ?? 0)).equals(content)).toBe(true);
      const cuts = [0, 1, 4, 5, 6, 9, packed.length - 5, packed.length - 1].filter(
        (cut) => cut < packed.length,
      );
      expect(cuts.map((cut) => frameLength(packed.subarray(0, cut)))).toEqual(cuts.map(() => null));
    }
  expect(frameLength(Buffer.from('no packed part at all'))).toBeNull();
});
