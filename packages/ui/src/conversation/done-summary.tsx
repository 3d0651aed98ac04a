import { memo, type JSX } from 'react';

import type { CommandView, TurnView } from '../state/conversation.ts';
import { findReply, type CommandRuns } from './outstanding.ts';

interface DoneProps {
  readonly turn: TurnView;
  readonly runs: CommandRuns;
}

/** What came of a structured answer, as the record has it and not as the model says. */
export const DoneSummary = memo(function DoneSummary({ turn, runs }: DoneProps): JSX.Element | null {
  const reply = findReply(turn);
  if (turn.ended === null || reply === null) return null;
  const facts = listDone(turn, runs);
  if (facts.length === 0 && reply.files.length + reply.commands.length === 0) return null;
  return (
    <section className="reply-part">
      <h3>What was done</h3>
      <ul className="done-summary">
        {(facts.length === 0 ? ['Nothing was written, and nothing was run.'] : facts).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
});

function listDone(turn: TurnView, runs: CommandRuns): readonly string[] {
  const written = turn.changes.flatMap(({ files }) => files).filter(({ state }) => state === 'applied');
  const paths = [...new Set(written.map(({ path }) => path))];
  const [added, removed] = [sum(written.map((file) => file.added)), sum(written.map((file) => file.removed))];
  const closed = new Set(written.flatMap(({ closes }) => closes)).size;
  const ran = listRuns(turn, runs);
  const failed = ran.filter(({ end }) => end !== null && end.exitCode !== 0).length;
  return [
    ...(paths.length === 0
      ? []
      : [`${countOf(paths.length, 'file')} changed, +${added} −${removed}: ${nameSome(paths)}`]),
    ...(ran.length === 0
      ? []
      : [`${countOf(ran.length, 'command')} ran, ${failed === 0 ? 'none' : failed} failed`]),
    ...(closed === 0 ? [] : [`${countOf(closed, 'todo')} done`]),
  ];
}

/** Commands of the turn, and those that its reply offered and somebody ran since. */
function listRuns(turn: TurnView, { last }: CommandRuns): readonly CommandView[] {
  const offered = (findReply(turn)?.commands ?? []).flatMap(({ command }) => {
    const run = last.get(command);
    return run === undefined || run.seq < turn.seq ? [] : [run];
  });
  const all = [...turn.commands, ...offered].filter(({ end }) => end !== null);
  return [...new Map(all.map((run) => [run.id, run])).values()];
}

const MOST_NAMED = 5;

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMED).join(', ');
  return paths.length <= MOST_NAMED ? named : `${named} and ${paths.length - MOST_NAMED} more`;
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
