import { expect, test } from 'vitest';

import { judgeEnter } from './send-keys.ts';

const plain = { key: 'Enter', metaKey: false, ctrlKey: false, altKey: false, shiftKey: false };

test('A-10 sends, steers or breaks the line by the keys that were chosen', () => {
  const presses = [
    plain,
    { ...plain, shiftKey: true },
    { ...plain, ctrlKey: true },
    { ...plain, metaKey: true, shiftKey: true },
  ];
  expect(presses.map((pressed) => judgeEnter(pressed, 'enter'))).toEqual(['send', 'break', 'steer', 'steer']);
  expect(presses.map((pressed) => judgeEnter(pressed, 'mod-enter'))).toEqual([
    'break',
    'break',
    'send',
    'steer',
  ]);
});
