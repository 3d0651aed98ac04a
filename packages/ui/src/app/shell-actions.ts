import type { Action } from './actions.ts';
import { useScope } from './scope.tsx';
import { THEMES } from './theme.ts';
import { useActions } from './use-actions.ts';
import { useStore } from './value-store.ts';

export interface ShellDoors {
  readonly begin: () => void;
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  readonly toggleLeft: () => void;
  readonly toggleRight: () => void;
  readonly search: () => void;
}

/** What can be done wherever one is. */
export function useShellActions(doors: ShellDoors): void {
  const { steps, theme, sessions, about } = useScope();
  const walks = useStore(steps);
  const chosen = useStore(theme);
  const walk = (
    id: string,
    title: string,
    keys: string,
    kind: 'turns' | 'changes',
    by: -1 | 0 | 1,
  ): Action => ({
    id,
    title,
    keys,
    group: kind === 'turns' ? 'Conversation' : 'Changes',
    isOff: !walks.has(kind),
    run: () => steps.step(kind, by),
  });
  useActions([
    { id: 'begin', title: 'New session', group: 'Session', keys: 'c', run: doors.begin },
    walk('turn-next', 'Next turn', 'j', 'turns', 1),
    walk('turn-previous', 'Previous turn', 'k', 'turns', -1),
    walk('turn-open', 'Open or close the turn', 'o', 'turns', 0),
    walk('change-previous', 'Previous change set', '[', 'changes', -1),
    walk('change-next', 'Next change set', ']', 'changes', 1),
    {
      id: 'palette',
      title: 'Everything you can do',
      group: 'View',
      keys: 'mod+k',
      isHidden: true,
      run: doors.openPalette,
    },
    { id: 'shortcuts', title: 'Keyboard', group: 'View', keys: '?', run: doors.openShortcuts },
    { id: 'left', title: 'Show or hide the sessions', group: 'View', keys: 'mod+b', run: doors.toggleLeft },
    { id: 'right', title: 'Show or hide the evidence', group: 'View', keys: 'mod+j', run: doors.toggleRight },
    ...THEMES.map((name): Action => ({
      id: `theme-${name}`,
      title: THEME_TITLES[name],
      group: 'View',
      isOff: name === chosen,
      run: () => theme.choose(name),
    })),
    {
      id: 'search-all',
      title: 'Search all sessions',
      group: 'Go to',
      keys: 'mod+shift+f',
      run: doors.search,
    },
    { id: 'archived', title: 'Archived sessions', group: 'Go to', run: () => sessions.show('archived') },
    { id: 'trash', title: 'Trash', group: 'Go to', run: () => sessions.show('trash') },
    { id: 'sessions', title: 'Sessions', group: 'Go to', run: () => sessions.show('sessions') },
    {
      id: 'reread',
      title: 'Read the sessions again',
      group: 'View',
      run: () => {
        void sessions.refresh();
        void about.refresh();
      },
    },
  ]);
}

const THEME_TITLES = {
  system: 'Theme of the system',
  light: 'Light theme',
  dark: 'Dark theme',
} as const;
