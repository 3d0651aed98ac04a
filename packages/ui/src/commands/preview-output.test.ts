import { expect, it } from 'vitest';

import { previewOutput } from './preview-output.ts';

it.each([
  ['HTTP 200 OK\n', 'HTTP 200 OK'],
  ['one\n\u001b[31mtwo\u001b[0m\n\n', 'two'],
  [
    '✖ failing tests:\n\n✖ pays a tenth less (1.2ms)\n  AssertionError {\n    expected: 45\n  }\n',
    '✖ pays a tenth less (1.2ms)',
  ],
  ['{\n  "name": "shop"\n}\n', '"name": "shop"'],
  ['}\n---\n', '---'],
  ['', ''],
  ['x'.repeat(200), 'x'.repeat(80)],
])('G-16 of what was printed the last line that says something is shown: %j', (printed, preview) => {
  expect(previewOutput(printed)).toBe(preview);
});
