import { expect, test } from 'vitest';

import { nameKeys, showKeys } from './key-names.ts';

const plain = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false };

test('Q-18 names a pressed key the same on every keyboard', () => {
  expect(nameKeys({ ...plain, key: 'k', metaKey: true }, 'mac')).toBe('mod+k');
  expect(nameKeys({ ...plain, key: 'k', ctrlKey: true }, 'other')).toBe('mod+k');
  expect(nameKeys({ ...plain, key: 'k', ctrlKey: true }, 'mac')).toBe('k');
  expect(nameKeys({ ...plain, key: 'F', ctrlKey: true, shiftKey: true }, 'other')).toBe('mod+shift+f');
});

test('Q-18 takes a sign for itself, however it is typed', () => {
  expect(nameKeys({ ...plain, key: '?', shiftKey: true }, 'other')).toBe('?');
  expect(nameKeys({ ...plain, key: '[', altKey: true }, 'other')).toBe('alt+[');
});

test('Q-18 shows keys as they stand on the keyboard', () => {
  expect(showKeys('mod+shift+f', 'mac')).toEqual(['⌘', '⇧', 'F']);
  expect(showKeys('mod+Enter', 'other')).toEqual(['Ctrl', '↵']);
});
