import type { CallOutput } from '@rook/contract';
import { useState, type JSX } from 'react';

import { showWhen } from '../../app/format.ts';
import { Button } from '../../design/button.tsx';
import { CalledView } from '../called-view.tsx';
import { Facts } from '../facts.tsx';
import { useCall } from '../use-call.ts';
import { count } from '../words.ts';
import { describeLedger } from './describe-ledger.ts';

/** How the trace of the workspace stands, and its last lines. */
export function LedgerState({ version }: { readonly version: string }): JSX.Element {
  const state = useCall('governance_state', {}, version);
  const [isOpen, setOpen] = useState(false);
  return (
    <CalledView called={state} what="the ledger">
      {({ ledger }) =>
        ledger === null ? null : (
          <section className="ledger-state" aria-label="Ledger">
            <p>{`The ledger holds ${count(ledger.lines, 'line')}.`}</p>
            {describeLedger(ledger).map((sentence) => (
              <p key={sentence} className="form-problem">
                {sentence}
              </p>
            ))}
            <Button className="small" onClick={() => setOpen(!isOpen)} isPressed={isOpen}>
              The last lines
            </Button>
            {isOpen ? <TraceList version={version} /> : null}
          </section>
        )
      }
    </CalledView>
  );
}

const SHOWN = 50;
type TraceLine = CallOutput<'trace_list'>['lines'][number];

function TraceList({ version }: { readonly version: string }): JSX.Element {
  const traced = useCall('trace_list', { limit: SHOWN }, version);
  return (
    <CalledView called={traced} what="the trace">
      {({ lines }) =>
        lines.length === 0 ? (
          <p className="quiet">It holds nothing yet.</p>
        ) : (
          <ul className="trace-list" aria-label="The last lines of the ledger, the newest first">
            {lines.map((line) => (
              <li key={line.id}>
                <Facts facts={listFacts(line)} />
              </li>
            ))}
          </ul>
        )
      }
    </CalledView>
  );
}

function listFacts(line: TraceLine): readonly string[] {
  const intent = line.intent_id === null ? 'no intent' : String(line.intent_id);
  if (line.type === 'change')
    return [`${line.kind} of ${count(line.files.length, 'file')}`, intent, showWhen(line.timestamp)];
  const end = line.allowed ? (line.ok ? 'done' : 'failed') : 'refused';
  return [line.tool_name, end, intent, showWhen(line.timestamp)];
}
