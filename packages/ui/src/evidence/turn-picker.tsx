import type { TurnId } from '@rook/contract';
import { useEffect, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { useChosen, useStore } from '../app/value-store.ts';
import { describeRewind } from '../conversation/rewind-words.ts';
import { Select } from '../design/select.tsx';
import type { SessionStore } from '../state/session-store.ts';
import { showTurn } from './words.ts';

const WHOLE = '';
const MOST_TURNS = 200;

/** What the evidence is about: the whole session, or one turn. A link to a turn chooses that turn. */
export function TurnPicker({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const { evidence, route } = useScope();
  const { turn } = useStore(evidence);
  const linked = useChosen(route, (state) => state.turn);
  const turns = useChosen(store, (state) => state.conversation.turns);
  const linkedTurn = turns.find(({ id }) => id === linked)?.id ?? null;
  useEffect(() => {
    if (linkedTurn !== null) evidence.show({ turn: linkedTurn });
  }, [evidence, linkedTurn]);
  const known = turns.flatMap((one) =>
    one.id === null ? [] : [{ id: one.id, text: describeRewind(one) ?? one.question?.text ?? '' }],
  );
  if (known.length < 2 && turn === null) return null;
  const find = (value: string): TurnId | null => known.find(({ id }) => id === value)?.id ?? null;
  return (
    <Select
      label="Evidence of"
      className="turn-picker"
      value={turn ?? WHOLE}
      choose={(value) => evidence.show({ turn: find(value), path: null })}
      choices={[
        { value: WHOLE, label: 'Whole session' },
        ...known
          .slice(-MOST_TURNS)
          .toReversed()
          .map(({ id, text }) => ({
            value: String(id),
            label: showTurn(id).replace('t', 'T'),
            text: text.slice(0, 60),
          })),
      ]}
    />
  );
}
