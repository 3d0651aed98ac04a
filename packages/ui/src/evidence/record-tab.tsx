import type { CallOutput, Result, SessionOverview } from '@rook/contract';
import { BookText, ShieldCheck } from 'lucide-react';
import { useState, type JSX } from 'react';

import { showCost, showWhen } from '../app/format.ts';
import { useScope } from '../app/scope.tsx';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { Empty } from '../design/empty.tsx';
import { Spinner } from '../design/spinner.tsx';
import { CalledView } from './called-view.tsx';
import { describeVerification } from './describe-verification.ts';
import type { Called } from './use-call.ts';
import { count, showTurn } from './words.ts';

/** What is written down of the session, and the proof that it is what was written. */
export function RecordTab({ overview }: { readonly overview: Called<SessionOverview> | null }): JSX.Element {
  if (overview === null)
    return (
      <Empty
        icon={BookText}
        title="Nothing is recorded yet"
        text="The record begins with the first message. Each entry is linked to the one before it."
      />
    );
  return (
    <CalledView called={overview} what="the record">
      {(value) => (
        <div className="record">
          <Verification overview={value} />
          <RecordFacts overview={value} />
          <RecordNotes overview={value} />
          <p className="evidence-note">
            To hand it on: <code>{`rook session export ${value.id}`}</code>
            <CopyButton text={`rook session export ${value.id}`} label="Copy the command" />
          </p>
        </div>
      )}
    </CalledView>
  );
}

type Verified = Result<CallOutput<'session_verify'>>;

function Verification({ overview }: { readonly overview: SessionOverview }): JSX.Element {
  const { workbench } = useScope();
  const [verified, setVerified] = useState<Verified | 'running' | null>(null);
  const verify = (): void => {
    setVerified('running');
    void workbench.call('session_verify', { session: overview.id }).then(setVerified);
  };
  return (
    <section className="verification" aria-label="Verification">
      <Button onClick={verify} isDisabled={verified === 'running'}>
        <ShieldCheck size={14} aria-hidden />
        Verify the chain
      </Button>
      <div role="status">
        {verified === 'running' ? <Spinner label="Verifying" /> : null}
        {verified === null || verified === 'running' ? null : <VerifiedWords verified={verified} />}
      </div>
    </section>
  );
}

function VerifiedWords({ verified }: { readonly verified: Verified }): JSX.Element {
  if (!verified.ok) return <p>{`It could not be verified: ${verified.error.message}`}</p>;
  const { meaning, title, sentences } = describeVerification(verified.value);
  return (
    <>
      <Badge meaning={meaning}>{title}</Badge>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

function RecordFacts({ overview }: { readonly overview: SessionOverview }): JSX.Element {
  const { usage, labels, importedFrom } = overview;
  const cost = usage.cost_usd;
  const facts: readonly (readonly [string, string])[] = [
    ['Begun', showWhen(overview.createdAt)],
    ['Last written', showWhen(overview.updatedAt)],
    ['Turns', overview.turns.toLocaleString('en-US')],
    ['Entries', overview.entries.toLocaleString('en-US')],
    ['Tokens read', (usage.input_tokens ?? 0).toLocaleString('en-US')],
    ['Tokens written', (usage.output_tokens ?? 0).toLocaleString('en-US')],
    ['Cost', typeof cost === 'number' ? showCost(cost) : 'unknown'],
    ...(labels.length === 0 ? [] : [['Labels', labels.join(', ')] as const]),
    ...(overview.status === null ? [] : [['Status', overview.status] as const]),
    ...(importedFrom === undefined ? [] : [['Imported from', importedFrom.session_id] as const]),
  ];
  return (
    <dl className="record-facts">
      <div>
        <dt>Session</dt>
        <dd className="record-id">
          <code>{overview.id}</code>
          <CopyButton text={overview.id} label="Copy the id" />
        </dd>
      </div>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numbers">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const ACTION_WORDS = {
  open: 'open',
  in_progress: 'in progress',
  done: 'done',
  cancelled: 'cancelled',
} as const;

/** What people and scripts noted about the work. */
function RecordNotes({ overview }: { readonly overview: SessionOverview }): JSX.Element {
  const { tags, bugs, actions } = overview;
  const lists: readonly (readonly [string, readonly string[]])[] = [
    [
      'Tags',
      tags.map(
        (one) =>
          `${showTurn(one.turnId)}: ${one.tags.join(', ')}${one.note === null ? '' : ` (${one.note})`}`,
      ),
    ],
    ['Bugs', bugs.map((bug) => `${bug.type}: ${bug.description}`)],
    [
      'To do later',
      actions.map((one) => `${one.title} (${ACTION_WORDS[one.status]}, ${showTurn(one.turnId)})`),
    ],
  ];
  return (
    <>
      {lists
        .filter(([, items]) => items.length > 0)
        .map(([title, items]) => (
          <section key={title}>
            <h2 className="evidence-title">{`${title}, ${count(items.length, 'note')}`}</h2>
            <ul className="record-notes">
              {items.map((item, place) => (
                <li key={`${place} ${item}`}>{item}</li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
