import type { ExplainedRange } from '@rook/contract';

/** Lines that a change set wrote. */
export type WrittenRange = Exclude<ExplainedRange, { changeSet: null }>;

/** Lines, from 1, both ends belong to it, that one turn wrote. */
export interface ReasonGroup {
  readonly start: number;
  readonly end: number;
  readonly range: WrittenRange;
}

const MOST_GROUPS = 100;

/** What one turn wrote without a gap is one; of very many only the first. */
export function groupReasons(ranges: readonly ExplainedRange[]): readonly ReasonGroup[] {
  const groups: ReasonGroup[] = [];
  for (const range of ranges) {
    if (range.changeSet === null || range.start === null || range.end === null) continue;
    const { start, end } = range;
    const last = groups.at(-1);
    if (last !== undefined && last.end + 1 === start && isSameTurn(last.range, range))
      groups[groups.length - 1] = { ...last, end };
    else if (groups.length === MOST_GROUPS) break;
    else groups.push({ start, end, range });
  }
  return groups;
}

function isSameTurn(one: WrittenRange, other: WrittenRange): boolean {
  if (one.session !== other.session || one.origin !== other.origin) return false;
  return one.turn === null ? one.changeSet === other.changeSet : one.turn === other.turn;
}

const WRITERS = { assistant: 'The assistant', user: 'A person', command: 'A command' } as const;
const MOST_TITLE = 60;
const MOST_TEXT = 400;

/** One line over the code. A lens draws pictures for `$(name)`, so what was said must not look like one. */
export function titleOf({ range }: ReasonGroup, product: string): string {
  const { intent, prompt, timestamp, turn } = range;
  const said = prompt === null ? [] : [`“${shorten(prompt, MOST_TITLE)}”`];
  const named = intent === null ? [] : [shorten(intent.name ?? intent.id, MOST_TITLE)];
  const parts = [...named, ...said, ...(turn === null ? [] : [turn]), timestamp.slice(0, 10)];
  return `${product}: ${parts.join(' · ')}`.replaceAll('$(', '$\u200B(');
}

/** What is said of the lines, as pairs of a word and what people, models and files have called it. */
function factsOf({ start, end, range }: ReasonGroup): readonly (readonly [string, string])[] {
  const { approval, intent, model, origin, prompt, session, timestamp, turn } = range;
  const lines = start === end ? `line ${start}` : `lines ${start} to ${end}`;
  const when = `${lines} on ${timestamp.slice(0, 10)}, ${turn === null ? '' : `turn ${turn} of `}${session}`;
  return [
    [`${WRITERS[origin]} wrote`, when],
    ...(intent === null ? [] : [['Intent', intent.name ?? intent.id] as const]),
    ...(prompt === null ? [] : [['Asked for', prompt] as const]),
    ...(model === null ? [] : [['Model', model] as const]),
    ...(approval === null ? [] : [['Allowed by', allowedBy(approval)] as const]),
  ];
}

function allowedBy({ allowedBy: rule, answeredBy, scope }: NonNullable<WrittenRange['approval']>): string {
  if (answeredBy === null) return rule;
  return `a person, asked in ${answeredBy}${scope === null ? '' : ` (${scope})`}`;
}

/** As Markdown in which nothing of what was said means anything, with one way to more of it. */
export function markdownOf(group: ReasonGroup, link: string): string {
  const facts = factsOf(group).map(([word, text]) => `**${word}** ${plain(shorten(text, MOST_TEXT))}`);
  return [...facts, link].join('\n\n');
}

/**
 * Every sign but letters, digits and blanks becomes the number of its character: so nothing can begin a link, a picture, a
 * tag or a fence, wherever it stands.
 */
export function plain(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** A link to a command of ours. The arguments are data: nothing in them ends the link. */
export function commandLink(words: string, command: string, argument: unknown): string {
  const encoded = encodeURIComponent(JSON.stringify([argument])).replaceAll(
    /[!'()*~]/gu,
    (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16)}`,
  );
  return `[${words}](command:${command}?${encoded})`;
}

/** One line, without what moves the cursor or turns the direction of writing. */
function shorten(text: string, most: number): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  // Half of a sign that has two halves is none.
  const cut = line.slice(0, most - 1).replace(/\p{Cs}$/u, '');
  return line.length <= most ? line : `${cut.trimEnd()}…`;
}
