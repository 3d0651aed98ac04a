import { Hand } from 'lucide-react';
import { useMemo, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { useChosen, useStore } from '../app/value-store.ts';
import { ApprovalBlock } from '../approvals/approval-block.tsx';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { OlderTurns } from './older-turns.tsx';

const SHOWN = 100;

/** Every question of the session: what waits first, then what was answered, by whom and for how long. */
export function ApprovalsTab({ store }: { readonly store: SessionStore }): JSX.Element {
  const { evidence } = useScope();
  const { turn } = useStore(evidence);
  const conversation = useChosen(store, (state) => state.conversation);
  const overview = useChosen(store, (state) => state.overview);
  const open = useMemo(() => listOpenApprovals(store.getState()), [store, conversation, overview]);
  const settled = useMemo(
    () =>
      conversation.turns
        .filter(({ id }) => turn === null || id === turn)
        .flatMap(({ approvals }) => approvals)
        .filter(({ state }) => state !== 'open')
        .toReversed(),
    [conversation, turn],
  );
  return (
    <div className="approvals-tab">
      <WaitingElsewhere store={store} />
      {open.length === 0 && settled.length === 0 ? (
        <Empty
          icon={Hand}
          title="Nothing was asked yet"
          text="What the assistant may not do by itself is asked here and in the conversation."
        />
      ) : null}
      {open.map((approval) => (
        <ApprovalBlock key={approval.id} approval={approval} store={store} />
      ))}
      {settled.length === 0 ? null : (
        <section>
          <h2 className="evidence-title">Settled</h2>
          <ul>
            {settled.slice(0, SHOWN).map((approval) => (
              <li key={approval.id}>
                <ApprovalBlock approval={approval} store={store} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <OlderTurns store={store} />
    </div>
  );
}

/** Other sessions that wait for a person. */
function WaitingElsewhere({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const { sessions, route } = useScope();
  const session = useChosen(store, (state) => state.session);
  const items = useChosen(sessions, (state) => state.items);
  const waiting = items.filter(({ id, waits }) => waits && id !== session);
  if (waiting.length === 0) return null;
  return (
    <section className="waiting-elsewhere">
      <h2 className="evidence-title">Other sessions that wait for you</h2>
      <ul>
        {waiting.map(({ id, title }) => (
          <li key={id}>
            <Button look="quiet" onClick={() => route.go(id)}>
              <Hand size={14} aria-hidden />
              <span className="truncate">{title === '' ? 'Untitled session' : title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
