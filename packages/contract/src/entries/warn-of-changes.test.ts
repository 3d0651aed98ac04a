import { expect, it } from 'vitest';

import { entryExamples } from './entry-examples.ts';
import { warnOfChanges } from './warn-of-changes.ts';

it('E-24 tells before anybody relies on it what of a change set cannot be rewound, and what lies outside of the scope', () => {
  const example = entryExamples.find(({ event_type: type }) => type === 'change_set_applied');
  if (example?.event_type !== 'change_set_applied') throw new Error('There is no example.');
  const [file] = example.files;
  if (file === undefined) throw new Error('It has no file.');
  const lost = Array.from(
    { length: 21 },
    (_unused, number) => ({ ...file, path: `${number}`, unkept: 'unknown' }) as const,
  );
  const files = [file, { ...file, path: 'out.txt', out_of_scope: true as const }, ...lost];
  expect(warnOfChanges({ files: [file] })).toEqual([]);
  expect(warnOfChanges({ files, unnamed_files: 3 })).toEqual([
    'Outside the scope of the intent: out.txt.',
    `Cannot be rewound: ${Array.from({ length: 20 }, (_unused, number) => number).join(', ')} and 1 more.`,
    '3 more changed files cannot be rewound.',
  ]);
});
