import { entrySchema, FIRST_PREV } from '@rook/contract';
import { entryExamples } from '@rook/contract/testing';
import * as z from 'zod';

const BASE = new Map([
  ['schema_version', '1'],
  ['event_id', 'a UUID, or `<time in base 36>-<16 hex digits>` where none can be made'],
  ['event_type', 'snake case; the type of the entry'],
  ['timestamp', 'ISO 8601 in UTC; may go back when the clock does: the order is `seq`'],
  ['workspace', '`{name, uri, trusted}`'],
  ['session_id', '`rook-YYYYMMDD-xxxxxxxx`, the date in UTC'],
  ['mode', '`{agent_mode, safety}`; `safety` is the permission mode: `safe`, `ask` or `allow`'],
  ['seq', 'counts the entries of the file from 0 without a gap'],
  ['prev', 'SHA-256, in 64 hex digits, of the exact bytes of the line before, without its line break'],
  [
    'imported',
    'left out, or `true`: the entry came with an import and gives no right here ([export.md](export.md))',
  ],
]);

/** Every type of entry, field by field with an example, as `docs/formats/journal.md` shows it. */
export function journalDocument(): string {
  const sections = entryExamples.map((example) => typeSection(example.event_type, example));
  return `# The journal on disk

This page is made from the schemas of \`packages/contract\` by \`npm run documents\`.

One file for each session: \`<workspace>/.rook/chats/YYYY-MM-DD/session_<id>.jsonl\`. One line of JSON for each entry, ended by
\`\\n\`. Lines are only ever added. The first line names \`${FIRST_PREV.slice(0, 8)}…\` (64 zeros) as the line before it.

- **Torn lines.** A line that a crash or a short write left unfinished is closed with \`\\n\` and sealed by a \`journal_repaired\` entry
  that says which line it was, how many bytes it has and what their SHA-256 is; at most fifty at once. That is no tampering: \`rook journal verify\`
  lists it under \`torn\`, the first thousand of them.
- **Very long lines.** A line of more than 64 MiB is none that Rook writes. It is hashed and counted, never held in memory, and read as
  unreadable.
- **As it lies there.** \`rook session show --json\` prints each line byte for byte, so that the chain can be checked from what is printed; a
  line that is no JSON is told as \`{"unreadable": {line, bytes, sha256, preview, reason}}\`. On a screen, which would obey some
  characters, they are escaped.
- **Trash.** A deleted session lies in \`.rook/trash/<id>/\` as \`session_<id>.jsonl\` with its folder beside it; its anchor stays.
- **Beside it.** \`session_<id>/summary.json\` is what lists show, kept half a second after the last entry and when the session is closed;
  it counts only for a journal of exactly the length that it names, and can be deleted at any time. While a command runs, what was seen before it
  (\`look-<command>\`) and what it has printed (\`output-<command>\`, and \`output-<command>.growing\` where that is long) lie there too, for a
  process that has to write down its end (\`ended_by: "unknown"\`); its \`output\` then begins with what is known of that, in brackets.
- **Anchors.** A chain alone cannot show that its end was cut. At the end of a turn \`{session, place, seq, hash}\` goes to
  \`<home>/anchors/<session>/<SHA-256 of the place>.json\`, outside the workspace; the place is the real path of the folder in which the
  session lies. A file that is shorter was \`cut\`, one whose line of that \`seq\` has another hash was \`rewritten\`; a session that has an anchor and neither a
  journal nor a place in the trash is \`missing\`.
- **Copies and moves.** Each place has its own anchor, so a workspace that was copied goes on in both. Where a place has none, the
  anchor of another one counts if the file holds its line, and also if it does not but the session is gone from there: it was moved
  and then cut. The first anchor of the new place takes the moved one's place. A copy that does not hold the line of an original
  that is still there may be older than that line, so \`verify\` says \`anchored: false\` and not \`cut\`. An anchor without a place, from
  before there were places, counts when no other does.
- **Long fields.** The fields that can grow without bound (what users and models wrote, inputs and results of tools, commands and
  their output, previews, summaries of compacted history) are cut at 5 MB (5 · 1024 · 1024 bytes in UTF-8) and replaced by
  \`{truncated: true, byte_len, sha256, preview, blob}\`: size, hash, the first 1000 characters, and the blob that holds all of it.
  What cannot be written as JSON has \`byte_len: -1\` and \`sha256: "hash_failed"\`.
- **Secrets** are taken out before a line or a blob is written and read \`[redacted: <rule>]\`.
- **Newer versions.** Fields that are not known are kept. An entry whose type or shape is not known is kept and shown.
- **Blobs** lie in \`.rook/blobs/ab/<sha256>.zst\`, named by the SHA-256 of the bytes before compression. The old
  and new contents of a change set lie in \`.rook/blobs/<12 digits>.pack\` first, one file for each process that writes there, and get files of their own
  when a session is closed, before old bytes are let go, and when the pack reaches 1 MB; whoever reads looks in both. A pack is a row of
  \`<64 digits> <milliseconds> <length>\`, line break, the bytes as they are, line break; \`again\` in place of the length says that bytes
  which stand above were kept once more. What is not whole at its end was never acknowledged. While somebody writes it out its name ends in \`.taken\`.
- **Locks.** Who writes holds an open exclusive transaction on \`.rook/locks/<session>.sqlite\`, which the system frees when the
  process ends; \`<session>.json\` beside it says who that is: \`{pid, started, surface, endpoint?, lock}\`. The
  note is believed only while the lock is held, when the process lives and is the same user's, and when \`lock\`
  (\`device-number-nanoseconds\` of the lock file, whose time of change is set when it is taken) still fits; one that came with the
  workspace or was left behind is not. An endpoint that is no local socket, \`http://127.0.0.1\` or \`http://[::1]\` is dropped.

## The fields of every entry

| field | what it says |
|---|---|
${[...BASE].map(([name, says]) => `| \`${name}\` | ${says} |`).join('\n')}

${sections.join('\n')}`;
}

function typeSection(type: string, example: object): string {
  const option = entrySchema.options.find(({ shape }) => shape.event_type.value === type);
  if (option === undefined) throw new Error(`no schema for ${type}`);
  const schema = objectShape.parse(z.toJSONSchema(option, { io: 'input', unrepresentable: 'any' }));
  const own = Object.entries(schema.properties).filter(([name]) => !BASE.has(name));
  const rows = own.map(([name, shape]) => {
    const needed = schema.required.includes(name) ? '' : ' (may be left out)';
    return `| \`${name}\`${needed} | ${describe(shape).replaceAll('|', '\\|')} |`;
  });
  const shown = JSON.stringify(example, null, 2);
  return `## ${type}\n\n| field | takes |\n|---|---|\n${rows.join('\n')}\n\n\`\`\`json\n${shown}\n\`\`\`\n`;
}

interface Shape {
  readonly type?: string | readonly string[] | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly pattern?: string | undefined;
  readonly items?: Shape | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly properties?: Record<string, Shape> | undefined;
}

const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    pattern: z.string().optional(),
    items: shapeSchema.optional(),
    anyOf: z.array(shapeSchema).optional(),
    properties: z.record(z.string(), shapeSchema).optional(),
  }),
);

const objectShape = z.object({
  properties: z.record(z.string(), shapeSchema),
  required: z.array(z.string()),
});

function describe(shape: Shape): string {
  if (shape.anyOf !== undefined) return shape.anyOf.map(describe).join(' or ');
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (shape.type === 'array') return `a list of ${describe(shape.items ?? {})}`;
  if (shape.type === 'object' && shape.properties !== undefined) {
    const isCut = 'truncated' in shape.properties;
    return isCut ? 'a cut field' : `\`{${Object.keys(shape.properties).join(', ')}}\``;
  }
  if (shape.type === 'string') return shape.pattern === undefined ? 'text' : `text like \`${shape.pattern}\``;
  return typeof shape.type === 'object' ? shape.type.join(' or ') : (shape.type ?? 'any JSON value');
}
