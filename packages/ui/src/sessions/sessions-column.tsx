import { rook } from '@rook/contract/brand';
import { Plus, Search, X } from 'lucide-react';
import { useState, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { useChosen } from '../app/value-store.ts';
import { IconButton } from '../design/icon-button.tsx';
import { Tabs } from '../design/tabs.tsx';
import { SessionList } from './session-list.tsx';
import { SessionSearch } from './session-search.tsx';
import { SESSION_VIEWS } from './sessions-store.ts';

const SHORTEST_SEARCH = 2;
/** The shell puts the focus there, from wherever the person is. */
export const SEARCH_FIELD = 'search-all-sessions';

export function SessionsColumn(props: { readonly begin: () => void }): JSX.Element {
  const { sessions } = useScope();
  const view = useChosen(sessions, (state) => state.view);
  const [text, setText] = useState('');
  const wanted = text.trim();
  return (
    <>
      <div className="sessions-head">
        <div className="sessions-top">
          <span className="product-name">{rook.title}</span>
          <IconButton icon={Plus} label="New session" keys="c" onClick={props.begin} />
        </div>
        <div className="search-field" role="search">
          <Search size={14} aria-hidden />
          <input
            id={SEARCH_FIELD}
            className="field"
            type="search"
            aria-label="Search all sessions"
            placeholder="Search everything"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.preventDefault();
              if (text === '') event.currentTarget.blur();
              setText('');
            }}
          />
          <span className="search-end">
            {text === '' ? null : (
              <IconButton icon={X} label="Clear the search" onClick={() => setText('')} />
            )}
          </span>
        </div>
      </div>
      {wanted.length >= SHORTEST_SEARCH ? (
        <div className="sessions-list scrolls">
          <SessionSearch text={wanted} />
        </div>
      ) : (
        <Tabs
          label="Which sessions"
          className="sessions-views"
          chosen={view}
          choose={(name) => sessions.show(SESSION_VIEWS.find((one) => one === name) ?? 'sessions')}
          tabs={SESSION_VIEWS.map((name) => ({
            name,
            label: VIEW_LABELS[name],
            panel: <div className="sessions-list">{name === view ? <SessionList /> : null}</div>,
          }))}
        />
      )}
    </>
  );
}

const VIEW_LABELS = { sessions: 'Sessions', archived: 'Archived', trash: 'Trash' } as const;
