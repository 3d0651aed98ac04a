import type { EntryOf } from '@rook/contract';

import { plainText } from './plain-text.ts';
import type { Showing } from './showing.ts';

const MOST_PREVIEW = 20_000;

/** The question where the turn is shown, with exactly what a yes would do, and buttons to answer. */
export function showApproval(
  { stream, prefix }: Pick<Showing, 'stream' | 'prefix'>,
  {
    approval_id: approval,
    session_id: session,
    question,
    preview,
    rule,
    patterns,
  }: EntryOf<'approval_requested'>,
): void {
  stream.markdown(`\n\n**${plainText(question)}**\n\n`);
  const text = preview === undefined ? '' : typeof preview === 'string' ? preview : preview.preview;
  if (text !== '') stream.markdown(fence(text.slice(0, MOST_PREVIEW), text.length > MOST_PREVIEW));
  const answer = (title: string, answered: 'yes' | 'no', scope?: 'session'): void =>
    stream.button({
      command: `${prefix}.approval.answer`,
      title,
      arguments: [{ session, approval, answer: answered, ...(scope === undefined ? {} : { scope }) }],
    });
  answer('Yes', 'yes');
  // What can hold for this call alone is not offered for longer.
  if (rule !== 'protected' && (patterns === undefined || patterns.length > 0))
    answer('Yes, for this session', 'yes', 'session');
  answer('No', 'no');
}

/** A fence that nothing in the text can end. */
function fence(text: string, isCut: boolean): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const cut = isCut ? '\n(The rest is left out here; the workbench shows all of it.)' : '';
  return `${ticks}diff\n${text}${cut}\n${ticks}\n\n`;
}
