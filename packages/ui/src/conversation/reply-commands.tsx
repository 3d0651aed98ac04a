import type { JSX } from 'react';

import { CommandBlock } from '../commands/command-view.tsx';
import { Button } from '../design/button.tsx';
import type { ReplyView, TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import type { CommandRuns } from './outstanding.ts';
import { runCommands } from './turn-deeds.ts';

interface ReplyCommandsProps {
  readonly reply: ReplyView;
  readonly turn: TurnView;
  readonly runs: CommandRuns;
  readonly store: SessionStore;
}

/** The commands of a reply; what each printed when it ran stands next to it. */
export function ReplyCommands({ reply, turn, runs, store }: ReplyCommandsProps): JSX.Element | null {
  if (reply.commands.length === 0) return null;
  return (
    <section className="reply-part">
      <h3>Commands</h3>
      <ul className="reply-commands">
        {reply.commands.map(({ command, description }, place) => {
          const run = runs.last.get(command);
          const isQueued = runs.queued.has(command);
          const hasRun = run !== undefined && run.seq > turn.seq;
          return (
            <li key={`${place}-${command}`}>
              <div className="reply-row">
                <code>$ {command}</code>
                {description === '' ? null : <span className="quiet truncate">{description}</span>}
                <Button
                  onClick={() => runCommands(store, [command])}
                  isDisabled={!reply.isComplete || isQueued || command.trim() === ''}
                >
                  {isQueued ? 'Runs soon' : hasRun ? '▶ Run again' : '▶ Run'}
                </Button>
              </div>
              {hasRun ? <CommandBlock command={run} store={store} /> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
