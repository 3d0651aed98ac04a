import { listTools, type ListedTool } from '@rook/engine';

import { TOOL_EXAMPLES } from './tool-examples.ts';

/** Every tool with what it takes, as `docs/tools.md` shows it. */
export function toolDocument(): string {
  return `# Tools

This page is made from the tools themselves by \`npm run documents\`. A tool is what the model may call while it answers. Each
call passes the gate before anything happens: effect *read* looks at files of the workspace or at what Rook keeps, effect
*network* reaches out, effect *write* changes files, all of a call or none ([changes.md](formats/changes.md)). Tools of sources
are offered beside these, and effect *run* is what those do that may change anything ([sources.md](sources.md)). Where the workspace is
governed, an intent is selected first ([intents.md](intents.md)); the tool for that is offered there alone.

- A result that is longer than \`tools.maxResultChars\` is cut; the whole is kept, and \`read_result\` pages through it. Tools that show
  files keep within that length, so that what is written down as shown (\`file_shown\`) was shown.
- What is shown of a file stands under \`### path [MD5: …]\`, the hash of its raw bytes. A line that was cut, or that holds bytes
  that are no text, does not count as shown; a file counts as shown whole only if every line of it was. A file that a search
  found has no hash and does not count as shown if it is over 2 MB or changed under the search.
- Listing, finding and searching leave out what \`.gitignore\` or the setting \`edits.ignore\` names, \`.git\`, Rook's own folder, and
  files that look like secrets (\`.env\`, keys, credentials), and follow no links. Whoever wants to see such a file names it, and the
  gate decides.
- Patterns run in ripgrep, never as regular expressions of JavaScript, and cannot become options of a program.

${listTools().map(toolSection).join('\n')}`;
}

function toolSection({ name, description, effect, input }: ListedTool): string {
  const example = TOOL_EXAMPLES.get(name);
  if (example === undefined)
    throw new Error(`The tool ${name} has no example; add one to tools/documents/tool-examples.ts.`);
  const required = new Set(Array.isArray(input['required']) ? input['required'] : []);
  const rows = fieldsOf(input['properties']).map(([field, shape]) =>
    fieldRow(field, shape, required.has(field)),
  );
  return `## \`${name}\`

Effect: ${effect}. ${plain(description)}

| field | takes | needed | what it says |
|---|---|---|---|
${rows.join('\n')}

\`\`\`
${JSON.stringify(example.input)}
\`\`\`

answers

\`\`\`
${example.reply}
\`\`\`
`;
}

/** Stars of patterns are no emphasis. */
function plain(text: string): string {
  return text.replaceAll('*', String.raw`\*`);
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function fieldRow(field: string, shape: unknown, isRequired: boolean): string {
  const facts = new Map(fieldsOf(shape));
  const said = facts.get('description');
  const cells = [
    `\`${field}\``,
    describeType(facts),
    isRequired ? 'yes' : 'no',
    typeof said === 'string' ? plain(said) : '',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function describeType(facts: ReadonlyMap<string, unknown>): string {
  const type = String(facts.get('type'));
  const [least, most] = [facts.get('minimum'), facts.get('maximum')];
  if (type === 'integer')
    return typeof most === 'number' && most < Number.MAX_SAFE_INTEGER
      ? `a whole number, ${String(least)} to ${most}`
      : `a whole number from ${String(least)}`;
  const length = facts.get('maxLength');
  if (type === 'string') return typeof length === 'number' ? `text, at most ${length} characters` : 'text';
  if (type === 'array') return 'a list of objects';
  return type === 'boolean' ? 'true or false' : type;
}
