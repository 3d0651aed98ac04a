import type { EntryOf } from '@rook/contract';

export type ApprovalRequest = EntryOf<'approval_requested'>;
type Scope = NonNullable<ApprovalRequest['scopes']>[number];

/** What a line that was typed at a question means. */
export type Choice =
  | { readonly kind: 'yes'; readonly scope: Scope }
  | { readonly kind: 'no' | 'diff' | 'later' | 'help' }
  /** Nothing, or nothing that is offered: it is asked again. Silence is no yes. */
  | { readonly kind: 'again'; readonly advice?: string };

const SCOPES = [
  { key: 'y', word: 'yes', scope: 'once', meaning: 'yes, once' },
  { key: 's', word: 'session', scope: 'session', meaning: 'yes, for this session' },
  { key: 'a', word: 'always', scope: 'always', meaning: 'always in this workspace' },
] as const;

/** Of a line of shell, as buttons say it. */
const COMMAND_MEANINGS = new Map<string, string>([
  ['y', 'Run Once'],
  ['a', 'Add & Run'],
  ['n', 'Skip'],
]);

const COMMAND_WORDS = new Map<string, string>([
  ['run once', 'y'],
  ['run', 'y'],
  ['add & run', 'a'],
  ['add', 'a'],
  ['skip', 'n'],
]);

const OTHERS = [
  { key: 'n', word: 'no', kind: 'no', meaning: 'no' },
  { key: 'd', word: 'diff', kind: 'diff', meaning: 'show all of it' },
  { key: 'l', word: 'later', kind: 'later', meaning: 'later' },
  { key: '?', word: 'help', kind: 'help', meaning: 'help' },
] as const;

export function readChoice(text: string, request: ApprovalRequest): Choice {
  const said = text.trim().toLowerCase();
  const typed = isCommand(request) ? (COMMAND_WORDS.get(said) ?? said) : said;
  if (typed === '') return { kind: 'again' };
  const isMeant = ({ key, word }: { readonly key: string; readonly word: string }) =>
    key === typed || word === typed;
  const yes = SCOPES.find(isMeant);
  if (yes !== undefined && offers(request, yes.scope)) return { kind: 'yes', scope: yes.scope };
  const other = OTHERS.find(isMeant);
  if (other !== undefined) return { kind: other.kind };
  const advice =
    yes === undefined
      ? `Type one of ${keysOf(request).join(', ')}.`
      : `This is not offered here; type one of ${keysOf(request).join(', ')}.`;
  return { kind: 'again', advice };
}

/** As in `y yes, once   n no`. */
export function describeChoices(request: ApprovalRequest): string {
  const yes = SCOPES.filter(({ scope }) => offers(request, scope));
  const meant = isCommand(request) ? COMMAND_MEANINGS : new Map<string, string>();
  return [...yes, ...OTHERS].map(({ key, meaning }) => `${key} ${meant.get(key) ?? meaning}`).join('   ');
}

/** What "Add & Run" would add, or a yes for this session alone lets run, and what else that would; a line each. */
export function describeAdding(request: ApprovalRequest): readonly string[] {
  const { patterns = [], also_allows: others = [] } = request;
  const lasts = offers(request, 'always') || offers(request, 'session');
  if (!isCommand(request) || !lasts || patterns.length === 0) return [];
  const also = others.length === 0 ? [] : [`that would also allow: ${others.join(', ')}`];
  const listed = patterns.join(', ');
  const adding = offers(request, 'always')
    ? `Add & Run adds: ${listed} (in this workspace, also in later sessions)`
    : `for this session it allows: ${listed}`;
  return [adding, ...also];
}

function isCommand({ effect }: ApprovalRequest): boolean {
  return effect === 'command';
}

export function describePrompt(request: ApprovalRequest): string {
  return `${isCommand(request) ? 'Run' : 'Allow'} it? [${keysOf(request).join('/')}] `;
}

/** What each choice does, a line each. */
export function explainChoices(request: ApprovalRequest): readonly string[] {
  const { approval_id: id, rule } = request;
  const lines = [
    'y  this call, and exactly what is shown; if a file changes before it is written, the yes is void',
    ...(offers(request, 'session')
      ? ['s  the same tool on the same target is not asked about again in this session, for this intent']
      : []),
    ...(offers(request, 'always')
      ? [
          'a  nor in later sessions of this workspace; it is kept in your own rules.json, never in the workspace',
        ]
      : []),
    'n  the call is refused; a reason, if you give one, is told to the model',
    'd  all of what a yes would do',
    `l  the turn waits and Rook ends; \`rook approval answer ${id} yes\` goes on with it, also tomorrow`,
    'Ctrl-C cancels the turn. Ctrl-D is l. Enter alone decides nothing.',
  ];
  return rule === undefined ? lines : [...lines, `The rule that asks is ${rule}.`];
}

function keysOf(request: ApprovalRequest): readonly string[] {
  return [...SCOPES.filter(({ scope }) => offers(request, scope)), ...OTHERS].map(({ key }) => key);
}

/** Once is what every question offers. */
function offers({ scopes = [] }: ApprovalRequest, scope: Scope): boolean {
  return scope === 'once' || scopes.includes(scope);
}
