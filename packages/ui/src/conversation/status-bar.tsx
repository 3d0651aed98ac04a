import { MOST_BATCH_COMMANDS, type Usage } from '@rook/contract';
import { memo, type JSX } from 'react';

import { showDuration } from '../commands/describe-end.ts';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { EmojiText } from '../design/emoji-text.tsx';
import type { TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { balanceTurn, type CommandRuns } from './outstanding.ts';
import { runCommands } from './turn-deeds.ts';

interface StatusBarProps {
  readonly turn: TurnView;
  readonly runs: CommandRuns;
  readonly store: SessionStore;
  readonly answer: string;
}

/** Whether anything is left to do, what was applied, and what the turn took. */
export const StatusBar = memo(function StatusBar({ turn, runs, store, answer }: StatusBarProps): JSX.Element {
  const { applied, refused, open, unrun, usage } = balanceTurn(turn, runs);
  const isPending = open > 0 || unrun.length > 0;
  const milliseconds = tookMs(turn);
  return (
    <footer className="status-bar">
      <EndWord turn={turn} isPending={isPending} />
      {applied === 0 ? null : <span data-meaning="added">✓ {applied} applied</span>}
      {refused === 0 ? null : <span data-meaning="refused">⊘ {refused} refused</span>}
      {open === 0 ? null : <span data-meaning="asks">{open} asks</span>}
      {unrun.length === 0 ? null : (
        <Button onClick={() => runCommands(store, unrun.slice(0, MOST_BATCH_COMMANDS))}>
          {nameRun(unrun.length)}
        </Button>
      )}
      {turn.filesShown === 0 ? null : (
        <span>{turn.filesShown === 1 ? '1 file' : `${turn.filesShown} files`} shown</span>
      )}
      {usage === null ? null : <span className="numbers">{showUsage(usage, turn.images.length)}</span>}
      {milliseconds === null ? null : <span className="numbers">{showDuration(milliseconds)}</span>}
      {turn.model === null ? null : <span className="truncate">{turn.model}</span>}
      {answer === '' ? null : (
        <span className="status-tools">
          <CopyButton text={answer} label="Copy answer" />
        </span>
      )}
    </footer>
  );
});

/** What is too many for one batch is there for the next. */
function nameRun(count: number): string {
  if (count > MOST_BATCH_COMMANDS) return `Run ${MOST_BATCH_COMMANDS} of ${count} cmds`;
  return `Run ${count} ${count === 1 ? 'cmd' : 'cmds'}`;
}

const ENDS = {
  failed: { words: '✗ Failed', meaning: 'removed' },
  cancelled: { words: '– Stopped', meaning: 'plain' },
  crashed: { words: '✗ Cut short', meaning: 'removed' },
} as const;

function EndWord({ turn, isPending }: { readonly turn: TurnView; readonly isPending: boolean }): JSX.Element {
  const status = turn.failure?.code === 'cancelled' ? 'cancelled' : turn.status;
  if (status === 'failed' || status === 'cancelled' || status === 'crashed') {
    const { words, meaning } = ENDS[status];
    return (
      <strong className="status-word" data-meaning={meaning}>
        {words}
      </strong>
    );
  }
  return (
    <strong className="status-word" data-meaning={isPending ? 'asks' : 'added'}>
      <EmojiText text={isPending ? '⏳ Pending' : '✓ Done'} />
    </strong>
  );
}

function showUsage(
  { input_tokens: input, output_tokens: output, cost_usd: cost, estimated }: Usage,
  images: number,
): string {
  const about = estimated === true ? 'about ' : '';
  const tokens = `${about}${(input + output).toLocaleString('en-US')} tokens`;
  const money =
    cost === null ? 'cost unknown' : `$${cost < 0.01 && cost > 0 ? cost.toFixed(4) : cost.toFixed(2)}`;
  const withImages = images === 0 ? '' : ` with ${images === 1 ? '1 image' : `${images} images`}`;
  return `${tokens} · ${money}${withImages}`;
}

function tookMs({ started, ended }: TurnView): number | null {
  if (started === null || ended === null) return null;
  const took = Date.parse(ended) - Date.parse(started);
  return Number.isFinite(took) && took >= 0 ? took : null;
}
