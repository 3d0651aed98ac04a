/** The part of an error that its words depend on. A refused file of a rewind has no code of its own. */
interface SaidError {
  readonly code?: string;
  readonly message: string;
}

interface Wording {
  readonly codes: readonly string[];
  /** What speaks of commands and flags. */
  readonly said: RegExp;
  /** The same in the words of the page. */
  readonly here: string;
}

const REWIND_CODES = ['conflict', 'not_rewindable', 'has_dependents'] as const;

/** Messages are written for the terminal too. Where a view has a button for what one advises, that is said instead. */
const WORDINGS: readonly Wording[] = [
  {
    codes: ['approval_needed'],
    said: /^A turn of this session waits for an answer;.*$/u,
    here: 'Answer the question above first.',
  },
  {
    codes: REWIND_CODES,
    said: /or leave it out, and name the other files with --file\.$/u,
    here: 'or rewind the other files one by one from the list.',
  },
  {
    codes: REWIND_CODES,
    said: /The other files are rewound with --partial, or one of them with --file\.$/u,
    here: 'Rewind the other files one by one from the list.',
  },
  {
    codes: REWIND_CODES,
    said: /Undo all of them with --cascade, or those first\.$/u,
    here: 'Take them back too, or rewind those first.',
  },
  {
    codes: ['not_found'],
    said: /`rook changes` lists those there are\.$/u,
    here: 'the list shows those there are.',
  },
  {
    codes: ['busy'],
    said: /try again without --dry-run, which settles it first\. /u,
    here: 'try again in a moment. ',
  },
  {
    codes: ['no_intent'],
    said: /name one with --intent\. `rook intent list` shows them, and `rook intent new` writes one\.$/u,
    here: 'select one under Governance, or write one there.',
  },
  {
    codes: ['no_model', 'model_no_connection', 'unknown_connection'],
    said: /add one with `rook model add .*$/u,
    here: 'connect one: “Connect a model” in the palette.',
  },
];

/** What an error says, in the words of the page; what is not known passes through. */
export function sayError({ code, message }: SaidError): string {
  const known = WORDINGS.find(
    ({ codes, said }) =>
      (code === undefined ? codes === REWIND_CODES : codes.includes(code)) && said.test(message),
  );
  return known === undefined ? message : message.replace(known.said, known.here);
}
