import { contentHashSchema } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { fakePorts, toolText } from './test-tools.ts';
import type { ToolPorts } from './tool-ports.ts';

async function portsWith(text: string): Promise<ToolPorts> {
  const { blobs } = createFakeStore();
  const hash = await blobs.put(new TextEncoder().encode(text));
  return fakePorts(
    {},
    { blobs, findResult: (name) => (name === 'r1' && hash.ok ? hash.value : null), maxResultChars: 1000 },
  );
}

it('B-26 pages through the whole of a cut result, and loses nothing', async () => {
  const unit = fc.constantFrom('a', '\n', 'é', '😀', '\uFEFF', '\r\n');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 2500 }), async (whole) => {
      const ports = await portsWith(whole);
      let read = '';
      for (let start = 0; start < whole.length;) {
        const text = await toolText(ports, 'read_result', { result: 'r1', start });
        expect(text.length).toBeLessThan(1000);
        expect(text.isWellFormed()).toBe(true);
        const [, from, end] = /^\(characters (\d+)-(\d+) of /.exec(text) ?? [];
        expect(Number(from)).toBe(start);
        const begin = text.indexOf('\n') + 1;
        read += text.slice(begin, begin + Number(end) - start);
        start = Number(end);
      }
      expect(read).toBe(whole);
    }),
    { numRuns: 30 },
  );
});

it('B-26 says how to go on, and what is not there', async () => {
  const ports = await portsWith('x'.repeat(1200));
  expect(await toolText(ports, 'read_result', { result: 'r1' })).toMatch(
    /^\(characters 0-500 of 1200 of the result r1\)\nx+\n\(700 characters follow; go on with start 500\.\)$/,
  );
  expect(await toolText(ports, 'read_result', { result: 'r1', start: 1000 })).toMatch(/x$/);
  expect(await toolText(ports, 'read_result', { result: 'r1', start: 1200 })).toBe(
    'invalid_input: The result has 1200 characters; start must be smaller.',
  );
  expect(await toolText(ports, 'read_result', { result: 'r9' })).toMatch(
    /^not_found: There is no cut result "r9"/,
  );
  const pruned = { ...ports, findResult: () => contentHashSchema.parse(`sha256:${'0'.repeat(64)}`) };
  expect(await toolText(pruned, 'read_result', { result: 'r1' })).toMatch(/^not_found: .*not kept any more/);
});
