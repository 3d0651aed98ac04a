/**
 * Keys are written as `mod+shift+f`: `mod` is ⌘ on a Mac and Ctrl elsewhere, and the last word is the key as the
 * browser names it, letters in lower case. A sign such as `?` stands for itself, however it is typed.
 */
export interface PressedKey {
  readonly key: string;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export function nameKeys(pressed: PressedKey, platform: 'mac' | 'other'): string {
  const isMod = platform === 'mac' ? pressed.metaKey : pressed.ctrlKey;
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  const isSign = key.length === 1 && !/[a-z0-9]/u.test(key);
  const words = [
    isMod ? 'mod' : '',
    pressed.altKey ? 'alt' : '',
    pressed.shiftKey && !isSign ? 'shift' : '',
    key,
  ];
  return words.filter((word) => word !== '').join('+');
}

export function showKeys(keys: string, platform: 'mac' | 'other'): readonly string[] {
  const names = platform === 'mac' ? MAC_NAMES : OTHER_NAMES;
  return keys.split('+').map((word) => names.get(word) ?? KEY_NAMES.get(word) ?? word.toUpperCase());
}

const MAC_NAMES: ReadonlyMap<string, string> = new Map([
  ['mod', '⌘'],
  ['alt', '⌥'],
  ['shift', '⇧'],
]);
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['mod', 'Ctrl'],
  ['alt', 'Alt'],
  ['shift', 'Shift'],
]);
const KEY_NAMES: ReadonlyMap<string, string> = new Map([
  ['Enter', '↵'],
  ['Escape', 'Esc'],
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['Delete', 'Del'],
]);
