import { ChevronRight } from 'lucide-react';
import { memo, useState, type JSX } from 'react';

import { ApprovalBlock } from '../approvals/approval-block.tsx';
import { CommandBlock } from '../commands/command-view.tsx';
import { showDuration } from '../commands/describe-end.ts';
import { DiffView } from '../diff/diff-view.tsx';
import type { ActivityState, ActivityView, ChangeView, LongText } from '../state/conversation.ts';
import { readLongValue } from '../state/read-long-text.ts';
import type { SessionStore } from '../state/session-store.ts';
import { ActivityIcon } from './activity-icon.tsx';
import type { CallFacts } from './arrange-turn.ts';
import { ChangeLine } from './change-line.tsx';
import { LongTextView } from './long-text-view.tsx';

interface ActivityProps {
  readonly activity: ActivityView;
  readonly about: CallFacts;
  readonly store: SessionStore;
}

const MARKS: Readonly<Record<ActivityState, { readonly mark: string; readonly words: string }>> = {
  running: { mark: '…', words: 'runs' },
  asks: { mark: '⚠', words: 'asks' },
  done: { mark: '✓', words: '' },
  refused: { mark: '⊘', words: 'refused by policy' },
  erred: { mark: '↺', words: 'the model erred' },
  failed: { mark: '✗', words: 'failed' },
  stopped: { mark: '–', words: 'stopped' },
  left: { mark: '–', words: 'not finished' },
};

/** The file was another one than the model was shown: caught, and nobody's fault. */
const STALE = { mark: '⊘', words: 'stale file, refused' };

/** A person is no policy. */
const DENIED = { mark: '⊘', words: 'not allowed' };

const SHORT_HASH = 4;

/** One call: what it does and with what, on one line that opens in place. */
export const ActivityLine = memo(function ActivityLine({
  activity,
  about,
  store,
}: ActivityProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { verb, object, state, hash, exitCode, milliseconds } = activity;
  const isStale = activity.failure !== null && about.changes.some(isStaleChange);
  // Its line says who said no, and why.
  const isDenied = state === 'refused' && about.approvals.some(({ answer }) => answer?.answer === 'no');
  const { mark, words } = isStale ? STALE : isDenied ? DENIED : MARKS[state];
  const isLive = about.commands.some(({ end }) => end === null);
  return (
    <div
      className="activity"
      data-state={isStale ? 'stale' : state}
      style={{ marginInlineStart: `${activity.depth * 16}px` }}
    >
      <button type="button" className="line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={14} aria-hidden className="line-chevron" />
        <ActivityIcon name={activity.name} />
        <span className="activity-verb">{verb}</span>
        <span className="activity-object truncate">{object}</span>
        {hash === null ? null : (
          <code className="activity-hash" title={hash}>
            {hash.slice(0, SHORT_HASH)}…
          </code>
        )}
        {exitCode === null ? null : <code className="activity-hash">exit {exitCode}</code>}
        <span className="activity-state">
          {mark} {words}
        </span>
        {milliseconds === null ? null : (
          <span className="quiet numbers activity-time">{showDuration(milliseconds)}</span>
        )}
      </button>
      {activity.failure === null || state === 'stopped' || isDenied || exitCode !== null ? null : (
        <p className="activity-failure">{firstWords(activity.failure.message)}</p>
      )}
      {isOpen ? <ActivityDetail activity={activity} /> : null}
      {isOpen || isLive
        ? about.commands.map((command) => <CommandBlock key={command.id} command={command} store={store} />)
        : null}
      {about.changes.map((change) => (
        <ChangeLine key={change.id} change={change} store={store} isTold={activity.failure !== null} />
      ))}
      {about.approvals.map((approval) => (
        <ApprovalBlock key={approval.id} approval={approval} store={store} />
      ))}
    </div>
  );
});

const MOST_LINES = 4;
const MOST_CHARACTERS = 400;

/** A few words say what is wrong; all of it is in what opens. */
function firstWords(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const words = lines.slice(0, MOST_LINES).join(' ');
  const isAll = lines.length <= MOST_LINES && words.length <= MOST_CHARACTERS;
  return isAll ? words : `${words.slice(0, MOST_CHARACTERS)} …`;
}

function isStaleChange({ failure, files }: ChangeView): boolean {
  return [failure, ...files.map((file) => file.failure)].some((one) => one?.code === 'stale_file');
}

function ActivityDetail({ activity }: { readonly activity: ActivityView }): JSX.Element {
  const { result, whole, by, hasStart, name } = activity;
  const long: LongText | null =
    result === null || whole === null
      ? result
      : { text: result.text, cut: { hash: whole.hash, bytes: whole.characters } };
  return (
    <dl className="activity-detail">
      <dt>call</dt>
      <dd>
        <code>{name}</code>
        {by === null ? null : <span className="quiet"> by {by}</span>}
        {hasStart ? null : <span className="quiet"> The result came without a beginning.</span>}
      </dd>
      <dt>input</dt>
      <dd>
        <LongTextView long={readLongValue(activity.input)}>
          {(text) => <pre tabIndex={0}>{text}</pre>}
        </LongTextView>
      </dd>
      {long === null ? null : (
        <>
          <dt>result</dt>
          <dd>
            <LongTextView long={long}>
              {(text) =>
                text.startsWith('--- ') ? <DiffView diff={text} /> : <pre tabIndex={0}>{text}</pre>
              }
            </LongTextView>
          </dd>
        </>
      )}
    </dl>
  );
}
