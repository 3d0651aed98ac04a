import { afterEach, expect, test, vi } from 'vitest';

import type { HostStorage } from './host.ts';
import { createThemeStore, type ThemeStore } from './theme.ts';

afterEach(() => vi.unstubAllGlobals());

const ignore = (): void => undefined;
const forgetful: HostStorage = { get: () => null, set: ignore };

function keeping(texts: Map<string, string>): HostStorage {
  return { get: (key) => texts.get(key) ?? null, set: (key, text) => void texts.set(key, text) };
}

/** On a machine that is light. */
function open(storage: HostStorage): { readonly theme: ThemeStore; readonly shown: () => string } {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: ignore,
    removeEventListener: ignore,
  }));
  let shown = '';
  const root = { setAttribute: (_name: string, value: string) => void (shown = value) };
  return { theme: createThemeStore(root, storage), shown: () => shown };
}

test('Q-10 shows what the setting says until the person picks, and from the first moment the next time', () => {
  const texts = new Map<string, string>();
  const { theme, shown } = open(keeping(texts));
  expect([shown(), theme.getState()]).toEqual(['light', 'system']);
  theme.settle('dark');
  expect([shown(), theme.getState()]).toEqual(['dark', 'dark']);
  const again = open(keeping(texts));
  expect(again.shown()).toBe('dark');
  again.theme.settle('no such theme');
  expect([again.shown(), again.theme.getState()]).toEqual(['light', 'system']);
});

test('Q-10 what was picked counts over the setting, also where the browser keeps nothing', () => {
  const texts = new Map<string, string>();
  for (const storage of [keeping(texts), forgetful]) {
    const { theme, shown } = open(storage);
    theme.choose('light');
    theme.settle('dark');
    expect(shown()).toBe('light');
  }
  expect(open(keeping(texts)).shown()).toBe('light');
});
