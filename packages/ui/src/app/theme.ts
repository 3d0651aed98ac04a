import type { HostStorage } from './host.ts';
import { createValueStore, type Readable } from './value-store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface ThemeStore extends Readable<Theme> {
  choose(theme: Theme): void;
  dispose(): void;
}

/** Puts `light` or `dark` on the root of the document, and follows the machine where the person chose nothing. */
export function createThemeStore(root: HTMLElement, storage: HostStorage): ThemeStore {
  const store = createValueStore<Theme>(THEMES.find((name) => name === storage.get('theme')) ?? 'system');
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const put = (): void => {
    const theme = store.getState();
    const shown = theme === 'system' ? (isDark.matches ? 'dark' : 'light') : theme;
    root.setAttribute('data-theme', shown);
  };
  put();
  isDark.addEventListener('change', put);
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    choose: (theme) => {
      storage.set('theme', theme);
      store.set(theme);
      put();
    },
    dispose: () => isDark.removeEventListener('change', put),
  };
}
