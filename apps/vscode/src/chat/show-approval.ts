import type { EntryOf } from '@rook/contract';

import { fence } from './fence.ts';
import { plainText } from './plain-text.ts';
import type { Showing } from './showing.ts';

const MOST_PREVIEW = 20_000;
const CUT = '(The rest is left out here; the workbench shows all of it.)';

type Request = EntryOf<'approval_requested'>;
type Scope = NonNullable<Request['scopes']>[number];

/** The question where the turn is shown, with exactly what a yes would do, and buttons to answer. */
export function showApproval({ stream, prefix }: Pick<Showing, 'stream' | 'prefix'>, request: Request): void {
  const { approval_id: approval, session_id: session, question, preview, effect } = request;
  stream.markdown(`\n\n**${plainText(question)}**\n\n`);
  const text = preview === undefined ? '' : typeof preview === 'string' ? preview : preview.preview;
  if (text !== '')
    stream.markdown(
      fence(text.length > MOST_PREVIEW ? `${text.slice(0, MOST_PREVIEW)}\n${CUT}` : text, 'diff'),
    );
  const answer = (title: string, answered: 'yes' | 'no', scope?: Scope): void =>
    stream.button({
      command: `${prefix}.approval.answer`,
      title,
      arguments: [{ session, approval, answer: answered, ...(scope === undefined ? {} : { scope }) }],
    });
  if (effect === 'command') {
    showAdding(stream, request);
    answer('Run Once', 'yes');
    if (offers(request, 'session')) answer('Allow in This Session', 'yes', 'session');
    if (offers(request, 'always')) answer('Add & Run', 'yes', 'always');
    answer('Skip', 'no');
    return;
  }
  answer('Yes', 'yes');
  if (offers(request, 'session')) answer('Yes, for this session', 'yes', 'session');
  answer('No', 'no');
}

/** What a longer yes would let through, before anybody gives it. */
function showAdding(
  stream: Showing['stream'],
  { patterns = [], also_allows: others = [], ...request }: Request,
): void {
  if (patterns.length === 0 || !(offers(request, 'session') || offers(request, 'always'))) return;
  const also = others.length === 0 ? '' : ` That would also allow: ${listPlain(others)}.`;
  stream.markdown(`For longer than once it allows: ${listPlain(patterns)}.${also}\n\n`);
}

function listPlain(texts: readonly string[]): string {
  return texts.map(plainText).join(', ');
}

/** What can hold for this call alone is not offered for longer. */
function offers({ scopes = [] }: Pick<Request, 'scopes'>, scope: Scope): boolean {
  return scopes.includes(scope);
}
