import { Command, Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type JSX } from 'react';

import { Drawer } from '../design/drawer.tsx';
import { IconButton } from '../design/icon-button.tsx';
import { SEARCH_FIELD, SessionsColumn } from '../sessions/sessions-column.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { PageBody } from './page-body.tsx';
import { useScope } from './scope.tsx';
import { useShellActions } from './shell-actions.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { THEMES, type Theme } from './theme.ts';
import { useAttention } from './use-attention.ts';
import { useMedia } from './use-media.ts';
import { useStore } from './value-store.ts';

/** The largest part that is not needed to read and to write; it is there a moment after the page. */
const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette });
const Palette = lazy(loadPalette);

/** `search` is the left column with the focus in its search. */
type Overlay = 'palette' | 'shortcuts' | 'left' | 'search' | 'right' | null;

/** Three columns that fold to one: what has no room beside the conversation comes over it when it is asked for. */
export function Shell(): JSX.Element {
  const scope = useScope();
  const { store, number } = useStore(scope.current);
  const { session, turn } = useStore(scope.route);
  const hasNoRight = useMedia('(max-width: 1099px)');
  const hasNoLeft = useMedia('(max-width: 719px)');
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [isRightWanted, setRightWanted] = useKept('right-column');
  const [isLeftWanted, setLeftWanted] = useKept('left-column');
  const close = (): void => setOverlay(null);
  useEffect(
    () => setOverlay((open) => (open === 'left' || open === 'search' ? null : open)),
    [session, turn],
  );
  const isLeftBeside = !hasNoLeft && isLeftWanted;
  const isRightBeside = !hasNoRight && isRightWanted;
  const doors = {
    begin: () => {
      close();
      scope.route.go(null);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.composer-text')?.focus());
    },
    openPalette: () => setOverlay('palette'),
    openShortcuts: () => setOverlay('shortcuts'),
    toggleLeft: () => (hasNoLeft ? setOverlay('left') : setLeftWanted(!isLeftWanted)),
    search: () => {
      if (hasNoLeft) return setOverlay('search');
      if (isLeftWanted) return findSearch()?.focus();
      setLeftWanted(true);
      return void requestAnimationFrame(() => findSearch()?.focus());
    },
    toggleRight: () => (hasNoRight ? setOverlay('right') : setRightWanted(!isRightWanted)),
  };
  useShellActions(doors);
  useAttention(store);
  const left = (
    <LeftColumn begin={doors.begin} openPalette={doors.openPalette} openShortcuts={doors.openShortcuts} />
  );
  const { evidence: Evidence, overlay: SessionOverlay } = scope.slots;
  const right = (
    <ErrorBoundary key={number} what="The evidence">
      <Evidence store={store} />
    </ErrorBoundary>
  );
  return (
    <div className="shell">
      <a className="skip-link" href="#page" onClick={(event) => skip(event)}>
        To the conversation
      </a>
      <Notices />
      <div
        className="columns"
        data-left={isLeftBeside ? 'open' : 'drawer'}
        data-right={isRightBeside ? 'open' : 'closed'}
      >
        {isLeftBeside ? (
          <aside className="column" data-side="left" aria-label="Sessions">
            {left}
          </aside>
        ) : null}
        <main className="page" id="page" tabIndex={-1}>
          <Header
            store={store}
            openLeft={isLeftBeside ? null : doors.toggleLeft}
            isRightOpen={isRightBeside || overlay === 'right'}
            toggleRight={doors.toggleRight}
          />
          <PageBody key={number} store={store} />
        </main>
        {isRightBeside ? (
          <aside className="column" data-side="right" aria-label="Evidence">
            {right}
          </aside>
        ) : null}
      </div>
      <Drawer
        isOpen={hasNoLeft && (overlay === 'left' || overlay === 'search')}
        close={close}
        side="left"
        title="Sessions"
        {...(overlay === 'search' ? { firstFocus: findSearch } : {})}
      >
        {left}
      </Drawer>
      <Drawer isOpen={hasNoRight && overlay === 'right'} close={close} side="right" title="Evidence">
        {right}
      </Drawer>
      <ErrorBoundary what="The palette">
        <Suspense fallback={null}>
          <Palette isOpen={overlay === 'palette'} close={close} />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary key={number} what="The rewind">
        <SessionOverlay store={store} />
      </ErrorBoundary>
      <ShortcutsDialog isOpen={overlay === 'shortcuts'} close={close} />
    </div>
  );
}

/** Whether a column is wanted, remembered over a reload. */
function useKept(key: string): readonly [boolean, (isWanted: boolean) => void] {
  const { storage } = useScope().host;
  const [isWanted, setWanted] = useState(() => storage.get(key) !== 'closed');
  const keep = (next: boolean): void => {
    storage.set(key, next ? '' : 'closed');
    setWanted(next);
  };
  return [isWanted, keep];
}

function findSearch(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${SEARCH_FIELD}`);
}

/** The address behind `#` is where the page is, so the link moves the focus by hand. */
function skip(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('.composer-text, #page')?.focus();
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const THEME_NAMES = { system: 'as the system', light: 'light', dark: 'dark' } as const;

interface LeftColumnProps {
  readonly begin: () => void;
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
}

function LeftColumn({ begin, openPalette, openShortcuts }: LeftColumnProps): JSX.Element {
  const { theme, about } = useScope();
  const chosen = useStore(theme);
  const known = useStore(about);
  const next: Theme = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length] ?? 'system';
  const place = known?.ok === true ? known.value.workspace : null;
  return (
    <ErrorBoundary what="The list of sessions">
      <SessionsColumn begin={begin} />
      <div className="column-foot">
        <span className="workspace-name truncate" title={place?.path}>
          {place?.name ?? 'No workspace'}
        </span>
        <IconButton icon={Command} label="Everything you can do" keys="mod+k" onClick={openPalette} />
        <IconButton icon={Keyboard} label="Keyboard" keys="?" onClick={openShortcuts} />
        <IconButton
          icon={THEME_ICONS[chosen]}
          label={`Theme: ${THEME_NAMES[chosen]}; next: ${THEME_NAMES[next]}`}
          onClick={() => theme.choose(next)}
        />
      </div>
    </ErrorBoundary>
  );
}
