import type { ApprovalAnswer } from '@rook/contract';
import type { Blobs, Session } from '@rook/engine';

import { openQuestionLines, type QuestionLines } from '../terminal/question-lines.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { describePrompt, explainChoices, readChoice, type ApprovalRequest } from './approval-choice.ts';
import { showQuestion, showWhole } from './approval-show.ts';
import type { AskScreen } from './ask-screen.ts';

export interface DecisionParts {
  readonly terminal: Terminal;
  readonly screen: AskScreen;
  readonly blobs: Pick<Blobs, 'get'>;
  readonly dumb: boolean;
  readonly session: Promise<Session>;
  /** Told of the keyboard, to take it away where the question goes away. */
  readonly opened: (lines: QuestionLines) => void;
}

/** Asks one question and sends the answer. */
export async function decideApproval(
  request: ApprovalRequest,
  parts: DecisionParts,
): Promise<'done' | 'left' | 'cancelled'> {
  const { terminal, screen, blobs } = parts;
  const session = await parts.session;
  screen.settle();
  await showQuestion(terminal, request, blobs);
  const lines = await openQuestionLines(parts);
  parts.opened(lines);
  try {
    for (;;) {
      const decision = await choose(request, lines, parts);
      if (decision === 'closed') return 'done';
      if (decision === 'end') return 'left';
      if (decision === 'interrupt') {
        screen.say('Cancelling; Ctrl-C once more ends at once.', 'yellow');
        await session.send({ type: 'turn_cancel' });
        return 'cancelled';
      }
      const sent = await session.send(decision);
      if (sent.ok) return 'done';
      screen.say(sent.error.message, 'red');
      if (GONE.has(sent.error.code)) return 'done';
    }
  } finally {
    lines.close();
  }
}

/** There is nothing left to ask. */
const GONE: ReadonlySet<string> = new Set(['already_answered', 'approval_void', 'not_found']);

/** Until there is a decision: what was typed wrongly, and Enter alone, are none. */
async function choose(
  request: ApprovalRequest,
  lines: QuestionLines,
  { terminal, blobs }: DecisionParts,
): Promise<ApprovalAnswer | 'closed' | 'end' | 'interrupt'> {
  const common = { type: 'approval_answer', approval_id: request.approval_id } as const;
  for (;;) {
    const typed = await lines.ask(describePrompt(request));
    if (typed.kind !== 'line') return typed.kind;
    const choice = readChoice(typed.text, request);
    switch (choice.kind) {
      case 'yes':
        return { ...common, answer: 'yes', scope: choice.scope };
      case 'no': {
        const reason = await lines.ask('Why not? The model is told (Enter: no reason). ');
        if (reason.kind !== 'line') return reason.kind;
        const text = reason.text.trim();
        return { ...common, answer: 'no', ...(text === '' ? {} : { reason: text }) };
      }
      case 'later':
        return 'end';
      case 'diff':
        await showWhole(terminal, request, blobs);
        break;
      case 'help':
        for (const line of explainChoices(request)) terminal.note(line);
        break;
      case 'again':
        if (choice.advice !== undefined) terminal.note(choice.advice);
        break;
      default:
    }
  }
}
