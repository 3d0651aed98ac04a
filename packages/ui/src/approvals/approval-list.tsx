import { CircleCheck } from 'lucide-react';
import { useMemo, type JSX } from 'react';

import { Empty } from '../design/empty.tsx';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { ApprovalBlock } from './approval-block.tsx';

/** All questions of the session that wait for a person, the oldest first. */
export function ApprovalList({ store }: { readonly store: SessionStore }): JSX.Element {
  const state = useSession(store, (whole) => whole);
  const open = useMemo(() => listOpenApprovals(state), [state]);
  if (open.length === 0)
    return (
      <Empty
        icon={CircleCheck}
        title="Nothing asks"
        text="What the assistant may not do by itself is asked here."
      />
    );
  return (
    <ul className="approval-list">
      {open.map((approval) => (
        <li key={approval.id}>
          <ApprovalBlock approval={approval} store={store} />
        </li>
      ))}
    </ul>
  );
}
