import type { JSX } from 'react';

import { useFailed } from '../app/use-failed.ts';
import { useLeftCommand } from '../conversation/left-turn.ts';
import { LongTextView } from '../conversation/long-text-view.tsx';
import { stopJob } from '../conversation/turn-deeds.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import type { CommandEndView, CommandView, LongText } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { describeEnd, showDuration } from './describe-end.ts';
import { LARGE_BYTES, LargeOutput } from './large-output.tsx';
import { OutputView } from './output-view.tsx';

interface CommandBlockProps {
  readonly command: CommandView;
  readonly store: SessionStore;
}

/** A command with what it prints, as it comes and as it was kept. */
export function CommandBlock({ command: given, store }: CommandBlockProps): JSX.Element {
  const command = useLeftCommand(given, store);
  const failed = useFailed();
  const { mark, meaning, words } = describeEnd(command);
  return (
    <section className="command" aria-label={`Command ${command.command.text}`}>
      <header>
        <code className="command-line">
          <span aria-hidden>$ </span>
          {command.command.text}
        </code>
        <span className="command-end" data-meaning={meaning}>
          {mark} {words}
        </span>
        {command.end === null || command.end.endedBy === 'unknown' ? null : (
          <span className="quiet numbers">{showDuration(command.end.milliseconds)}</span>
        )}
        {command.sandbox === null ? null : <Badge meaning="verified">confined</Badge>}
        {command.isBackground && command.end === null ? (
          <Button look="quiet" className="small" onClick={() => void stopJob(store, command.id, failed)}>
            Stop
          </Button>
        ) : null}
        <CopyButton text={command.command.text} label="Copy command" />
      </header>
      {command.folder === '.' ? null : <p className="quiet command-note">in {command.folder}</p>}
      {command.end === null ? <LiveOutput id={command.id} store={store} /> : <KeptOutput end={command.end} />}
    </section>
  );
}

function LiveOutput({ id, store }: { readonly id: string; readonly store: SessionStore }): JSX.Element {
  const output = useSession(store, ({ stream }) => stream.outputs.get(id));
  if (output === undefined || output.text === '')
    return <p className="quiet command-note">Nothing was printed yet.</p>;
  return <OutputView text={output.text} isLive />;
}

/** Where a line ends at the end of the output is all that may be missing. */
const END_BYTES = 2;

function isAll(text: string, { bytes, dropped }: NonNullable<CommandEndView['whole']>): boolean {
  return dropped === 0 && bytes <= new TextEncoder().encode(text).length + END_BYTES;
}

/** As a long output says it of itself. */
const LEFT_OUT = /^\[… \d+ bytes were left out here\./mu;

/** What is kept in the entry has no colours, and of a line that was drawn over the last state alone. */
function wordsOf({ text, cut }: LongText): { readonly shown: string; readonly more: string } | undefined {
  if (cut === null) return undefined;
  if (!LEFT_OUT.test(text)) return { shown: 'Shown without colours.', more: 'Show it as it was printed' };
  const bytes = cut.bytes.toLocaleString('en-US');
  return {
    shown: `Only its beginning and its end are shown (${bytes} bytes in all).`,
    more: 'Load the rest',
  };
}

function KeptOutput({ end }: { readonly end: CommandEndView }): JSX.Element {
  const { output, whole } = end;
  if (end.isBinary) return <p className="quiet command-note">It printed bytes that are no text.</p>;
  const long: LongText =
    whole === null || output.cut !== null || isAll(output.text, whole)
      ? output
      : { text: output.text, cut: { hash: whole.hash, bytes: whole.bytes } };
  return (
    <>
      {output.text === '' ? (
        <p className="quiet command-note">
          {end.endedBy === 'unknown'
            ? 'What it had printed is found when work goes on here.'
            : 'It printed nothing.'}
        </p>
      ) : whole !== null && whole.bytes > LARGE_BYTES ? (
        <LargeOutput hash={whole.hash} bytes={whole.bytes - whole.dropped} excerpt={output.text} />
      ) : (
        <LongTextView long={long} words={wordsOf(long)}>
          {(text) => <OutputView text={text} />}
        </LongTextView>
      )}
      {end.endedBy === 'unknown' && whole !== null ? (
        <p className="quiet command-note">
          It is what was printed when that was last noted; there may have been more.
        </p>
      ) : null}
      {end.leftBehind > 0 ? (
        <p className="quiet command-note">Processes that it left running were ended: {end.leftBehind}.</p>
      ) : null}
    </>
  );
}
