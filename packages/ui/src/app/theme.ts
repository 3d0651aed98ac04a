import type { HostStorage } from './host.ts';
import { createValueStore, type Readable } from './value-store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface ThemeStore extends Readable<Theme> {
  choose(theme: Theme): void;
  /** What the setting says, which counts where the person chose nothing here. */
  settle(setting: string): void;
  dispose(): void;
}

const CHOSEN = 'theme';
/** Kept too, so that a page that is opened again shows it from its first moment. */
const SETTING = 'theme-setting';

/** Puts `light` or `dark` on the root of the document, and follows the machine where neither the person nor a setting says which. */
export function createThemeStore(root: Pick<HTMLElement, 'setAttribute'>, storage: HostStorage): ThemeStore {
  // In mind too: a browser may keep nothing.
  let chosen = nameTheme(storage.get(CHOSEN));
  const store = createValueStore<Theme>(chosen ?? nameTheme(storage.get(SETTING)) ?? 'system');
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const put = (): void => {
    const theme = store.getState();
    const shown = theme === 'system' ? (isDark.matches ? 'dark' : 'light') : theme;
    root.setAttribute('data-theme', shown);
  };
  const show = (theme: Theme): void => {
    store.set(theme);
    put();
  };
  put();
  isDark.addEventListener('change', put);
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    choose: (theme) => {
      chosen = theme;
      storage.set(CHOSEN, theme);
      show(theme);
    },
    settle: (setting) => {
      storage.set(SETTING, setting);
      if (chosen === null) show(nameTheme(setting) ?? 'system');
    },
    dispose: () => isDark.removeEventListener('change', put),
  };
}

function nameTheme(name: string | null): Theme | null {
  return THEMES.find((one) => one === name) ?? null;
}
