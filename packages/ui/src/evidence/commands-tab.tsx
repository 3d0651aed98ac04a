import type { TurnId } from '@rook/contract';
import { ChevronRight, SquareTerminal } from 'lucide-react';
import { useMemo, useState, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { useChosen, useStore } from '../app/value-store.ts';
import { CommandBlock } from '../commands/command-view.tsx';
import { describeEnd, showDuration } from '../commands/describe-end.ts';
import { useLeftCommand } from '../conversation/left-turn.ts';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import type { CommandView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { Facts } from './facts.tsx';
import { OlderTurns } from './older-turns.tsx';
import { showTurn } from './words.ts';

const SHOWN = 100;

/** What was run, the newest first; each opens to what it printed. */
export function CommandsTab({ store }: { readonly store: SessionStore }): JSX.Element {
  const { evidence } = useScope();
  const { turn } = useStore(evidence);
  const turns = useChosen(store, (state) => state.conversation.turns);
  const outside = useChosen(store, (state) => state.conversation.commands);
  const [most, setMost] = useState(SHOWN);
  const commands = useMemo(
    () =>
      [
        ...turns
          .filter(({ id }) => turn === null || id === turn)
          .flatMap(({ id, commands: ran }) => ran.map((command) => ({ command, turn: id }))),
        ...(turn === null ? outside.map((command) => ({ command, turn: null })) : []),
      ].toSorted((one, other) => other.command.seq - one.command.seq),
    [turns, outside, turn],
  );
  return (
    <>
      {commands.length === 0 ? (
        <Empty
          icon={SquareTerminal}
          title="No command was run"
          text="Each command will stand here, with its end, its output and what it changed."
        />
      ) : (
        <ul className="command-list" aria-label="Commands, the newest first">
          {commands.slice(0, most).map(({ command, turn: of }) => (
            <CommandRow key={command.id} command={command} turn={of} store={store} />
          ))}
        </ul>
      )}
      {commands.length > most ? (
        <Button look="quiet" onClick={() => setMost(most + SHOWN)}>
          Show more
        </Button>
      ) : null}
      <OlderTurns store={store} />
    </>
  );
}

interface CommandRowProps {
  readonly command: CommandView;
  readonly turn: TurnId | null;
  readonly store: SessionStore;
}

function CommandRow({ command: given, turn, store }: CommandRowProps): JSX.Element {
  const command = useLeftCommand(given, store);
  const { evidence } = useScope();
  const [isOpen, setOpen] = useState(false);
  const { mark, meaning, words } = describeEnd(command);
  const changeSet = command.end?.changeSet ?? null;
  const facts = [
    turn === null ? 'between turns' : showTurn(turn),
    ...(command.end === null || command.end.endedBy === 'unknown'
      ? []
      : [showDuration(command.end.milliseconds)]),
  ];
  return (
    <li className="command-row">
      <button type="button" className="command-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className="chevron" size={14} aria-hidden />
        <code className="truncate" title={command.command.text}>
          {command.command.text}
        </code>
        <span className="command-state" data-meaning={meaning}>{`${mark} ${words}`}</span>
        <Facts facts={facts} />
      </button>
      {isOpen ? <CommandBlock command={command} store={store} /> : null}
      {changeSet === null ? null : (
        <Button
          look="quiet"
          className="small"
          onClick={() => evidence.show({ tab: 'changes', changeSet, turn: null, path: null })}
        >
          What it changed
        </Button>
      )}
    </li>
  );
}
