import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const MARK = '\uFEFF';
const COMMENTED = `// about everything
{
  // the mode was chosen in spring
  "mode": "ask", // by all of us

  /* seconds,
     not minutes */
  "model.timeout": 60, // patience
  "ui.theme": "night", // dark
}
// the end
`;

it('T-15 changes a value and not one other byte', async () => {
  expect(await change(COMMENTED, 'model.timeout', '120')).toBe(COMMENTED.replace('60', '120'));
  expect(await change(COMMENTED, 'mode', 'safe')).toBe(COMMENTED.replace('"ask"', '"safe"'));
  expect(await change('{"mode":"ask","ui.theme":"a"}', 'mode', 'safe')).toBe(
    '{"mode":"safe","ui.theme":"a"}',
  );
});

it.each([
  ['windows line ends', COMMENTED.replaceAll('\n', '\r\n')],
  ['a byte order mark', MARK + COMMENTED],
  ['both', MARK + COMMENTED.replaceAll('\n', '\r\n')],
  ['tabs', COMMENTED.replaceAll('  ', '\t')],
])('T-16 keeps %s when a value changes', async (_what, text) => {
  expect(await change(text, 'model.timeout', '120')).toBe(text.replace('60', '120'));
});

it.each([
  ['\n', '  ', ''],
  ['\r\n', '\t', MARK],
])(
  'T-16 adds a setting with the file’s own line end %j, indent %j and mark %j',
  async (end, indent, mark) => {
    const text = [`${mark}{`, `${indent}"mode": "safe"`, '}', ''].join(end);
    const added = [`${mark}{`, `${indent}"mode": "safe",`, `${indent}"model.timeout": 60`, '}', ''].join(end);
    expect(await change(text, 'model.timeout', '60')).toBe(added);
    expect(await change(added, 'model.timeout', '--unset')).toBe(text);
  },
);

it('makes a small readable file where there was none, or an empty one', async () => {
  const expected = '{\n  "mode": "safe"\n}\n';
  expect(await change('', 'mode', 'safe')).toBe(expected);
  expect(await change(' \n', 'mode', 'safe')).toBe(expected);
  const sandbox = makeSandbox();
  await runRook(sandbox, ['settings', 'set', 'mode', 'safe']);
  expect(readFileSync(sandbox.userFile, 'utf8')).toBe(expected);
});

it('T-15 leaves every comment at the setting that it speaks of when one is added', async () => {
  const text = '{\n  "mode": "safe" // chosen by all of us\n}\n';
  const changed = await change(text, 'model.timeout', '60');
  expect(lineWith(changed, 'chosen by all of us')).toContain('"mode"');
});

it('T-15 loses no comment of another setting when one is taken out', async () => {
  const withoutMode = await change(COMMENTED, 'mode', '--unset');
  for (const comment of ['about everything', 'seconds,', 'not minutes', 'patience', 'dark', 'the end']) {
    expect(withoutMode).toContain(comment);
  }
  const withoutTheme = await change(COMMENTED, 'ui.theme', '--unset');
  expect(lineWith(withoutTheme, 'patience')).toContain('"model.timeout"');
});

async function change(text: string, name: string, value: string): Promise<string> {
  const sandbox = makeSandbox();
  place(sandbox.userFile, text);
  const { code, stderr } = await runRook(sandbox, ['settings', 'set', name, value]);
  expect([code, stderr]).toEqual([0, '']);
  return readFileSync(sandbox.userFile, 'utf8');
}

function lineWith(text: string, part: string): string {
  return text.split('\n').find((line) => line.includes(part)) ?? '';
}
