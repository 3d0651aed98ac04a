import { X } from 'lucide-react';
import type { JSX } from 'react';

import type { Compose } from '../composer/recall-message.ts';
import { Button } from '../design/button.tsx';
import { IconButton } from '../design/icon-button.tsx';
import type { ReplyView } from '../state/conversation.ts';

interface SummaryBarProps {
  readonly reply: ReplyView;
  readonly compose: Compose;
  readonly seeDetails: () => void;
  readonly close: () => void;
}

const MOST_STEPS = 3;
const LONGEST_SUMMARY = 120;

/** Stands at the end of the page while the summary of the last answer is out of sight. */
export function SummaryBar({ reply, compose, seeDetails, close }: SummaryBarProps): JSX.Element {
  const summary = reply.summary.text.replaceAll(/[*_`#]/gu, '');
  return (
    <section className="summary-bar" aria-label="Summary of the last answer">
      <p className="truncate">
        ✓ {summary.length > LONGEST_SUMMARY ? `${summary.slice(0, LONGEST_SUMMARY)}…` : summary}
      </p>
      {reply.nextSteps.slice(0, MOST_STEPS).map(({ label, text }, place) => (
        <Button
          key={`${place}-${text}`}
          onClick={() => {
            compose(text);
            close();
          }}
        >
          {label}
        </Button>
      ))}
      <Button look="quiet" onClick={seeDetails}>
        See details ↑
      </Button>
      <IconButton icon={X} label="Hide the summary" onClick={close} />
    </section>
  );
}
