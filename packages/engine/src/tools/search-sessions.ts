import { sessionIdSchema, succeed, type Result, type SessionId } from '@rook/contract';
import * as z from 'zod';

import type { SearchAnswer, SearchFilter, SearchHit, Snippet } from '../ports/search-index.ts';
import { MOST_PATH_CHARACTERS, plainText } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type Tool, type ToolReply } from './tool.ts';

const MOST_QUERY_CHARACTERS = 1000;
const MOST_WORD_CHARACTERS = 200;
const MOST_HITS = 50;
const USUAL_HITS = 20;
const MOST_SNIPPET_CHARACTERS = 500;

const word = plainText(MOST_WORD_CHARACTERS);
/** A day, or a day and a time. */
const when = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
    'it must be a day such as 2026-11-15, or a day and a time as in 2026-11-15T10:00:00Z',
  );

const schema = z.strictObject({
  query: plainText(MOST_QUERY_CHARACTERS).describe(
    'Words or beginnings of words; all of them must be there.',
  ),
  session: sessionIdSchema.optional().describe('Only this session.'),
  since: when.optional().describe('Not older than this day or time (UTC).'),
  before: when.optional().describe('Older than this day or time (UTC).'),
  type: word.optional().describe('Only entries of this type, such as message_admitted or tool_call.'),
  tag: word.optional().describe('Only turns with this tag.'),
  tool: word.optional().describe('Only calls of this tool.'),
  file: plainText(MOST_PATH_CHARACTERS)
    .optional()
    .describe('Only what concerns this path, or a path that ends so.'),
  limit: z.int().min(1).max(MOST_HITS).optional().describe(`So many hits. Left out: ${USUAL_HITS}.`),
});
type SessionsInput = z.infer<typeof schema>;

export function createSearchSessions(ports: ToolPorts): Tool {
  return defineTool({
    name: 'search_sessions',
    description: [
      'Searches past sessions of this workspace, and this one, for words: what was asked, answered and done. Newest first; the',
      `words stand between « and ». At most ${MOST_HITS} hits.`,
    ].join(' '),
    schema,
    effect: 'read',
    effectOf: () => ({ kind: 'read', paths: [] }),
    run: (input, { signal }) => search(ports, input, signal),
  });
}

async function search(
  { index, session }: ToolPorts,
  input: SessionsInput,
  signal: AbortSignal,
): Promise<Result<ToolReply>> {
  const updated = await index.update({ signal });
  if (!updated.ok && updated.error.code === 'cancelled') return updated;
  const query = { text: input.query, filter: readFilter(input), limit: input.limit ?? USUAL_HITS };
  const answer = await index.search(query);
  if (!answer.ok) return answer;
  const behind = updated.ok
    ? []
    : [`(What was written lately may be missing, because the index is behind: ${updated.error.message})`];
  return succeed({ text: [...describe(answer.value, input.query, session), ...behind].join('\n') });
}

function readFilter({ session, since, before, type, tag, tool, file }: SessionsInput): SearchFilter {
  return {
    ...(session === undefined ? {} : { session }),
    ...(since === undefined ? {} : { since: Date.parse(since) }),
    ...(before === undefined ? {} : { before: Date.parse(before) }),
    ...(type === undefined ? {} : { type }),
    ...(tag === undefined ? {} : { tag }),
    ...(tool === undefined ? {} : { tool }),
    ...(file === undefined ? {} : { file }),
  };
}

function describe({ hits, more, note }: SearchAnswer, query: string, asking: SessionId): readonly string[] {
  const notes = [
    ...(more ? ['(There are more; narrow the search, or ask for a higher limit.)'] : []),
    ...(note === undefined ? [] : [`(${note})`]),
  ];
  if (hits.length === 0)
    return [`Nothing in the sessions has ${JSON.stringify(query)}; try fewer or shorter words.`, ...notes];
  return [...hits.flatMap((hit) => describeHit(hit, asking)), ...notes];
}

function describeHit(hit: SearchHit, asking: SessionId): readonly string[] {
  const { session, line, timestamp, type, turn, tool, snippet } = hit;
  const facts = [
    `${session}${session === asking ? ' (this session)' : ''}`,
    `line ${line}`,
    timestamp,
    type,
    ...(turn === undefined ? [] : [turn]),
    ...(tool === undefined ? [] : [tool]),
  ];
  return [facts.join(', '), `  ${markSnippet(snippet).replaceAll(/\s*[\r\n]+\s*/g, ' ')}`];
}

function markSnippet({ text, marks }: Snippet): string {
  const pieces: string[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    pieces.push(text.slice(from, start), '«', text.slice(start, end), '»');
    from = end;
  }
  const marked = [...pieces, text.slice(from)].join('');
  return marked.length > MOST_SNIPPET_CHARACTERS ? `${marked.slice(0, MOST_SNIPPET_CHARACTERS)}…` : marked;
}
