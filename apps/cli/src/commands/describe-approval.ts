import type { AskedApproval } from '@rook/engine';

import { cutToWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';
import { describeQuestion } from './approval-show.ts';

const MOST_CHARACTERS = 200;

/** A question and what became of it, as in `ap-1a2b3c4d  yes, once  notes.md would be changed. Allow edit_file?`. */
export function describeApproval(one: AskedApproval): string {
  const end = cutToWidth(visibleLine(describeEnd(one)), MOST_CHARACTERS);
  return `${visibleLine(one.asked.approval_id)}  ${end}  ${describeQuestion(one.asked)}`;
}

/** What became of it. */
export function describeEnd({ answer, voided, isUsed }: AskedApproval): string {
  if (voided !== null) return `void: ${voided}`;
  if (answer === null) return isUsed ? 'over' : 'waits for an answer';
  if (answer.answer === 'yes') return `yes, ${SCOPES[answer.scope]}`;
  return answer.reason === undefined ? 'no' : `no: ${answer.reason}`;
}

const SCOPES = { once: 'once', session: 'for this session', always: 'always' } as const;
