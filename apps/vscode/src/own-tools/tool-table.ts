import type { Brand } from '@rook/contract';

/** A tool of ours as other participants of the chat are offered it. */
interface OfferedTool {
  /** Its name in the engine, which has its description and its input. */
  readonly name: string;
  readonly title: string;
  /** For people. */
  readonly says: string;
  readonly icon: string;
  /** What a model has to know beforehand. */
  readonly note?: string;
}

/** What reads the workspace and earlier sessions, and what changes files, runs commands or fetches pages: the gate judges each call. */
export const OFFERED_TOOLS: readonly OfferedTool[] = [
  { name: 'read_file', title: 'Read a File', says: 'Shows a file of the workspace.', icon: 'file' },
  { name: 'list_files', title: 'List Files', says: 'Shows what is in a folder.', icon: 'list-tree' },
  { name: 'find_files', title: 'Find Files', says: 'Finds files by their names.', icon: 'file-code' },
  { name: 'search_files', title: 'Search Files', says: 'Finds text in the workspace.', icon: 'search' },
  {
    name: 'outline_file',
    title: 'Outline a File',
    says: 'Shows what a source file defines.',
    icon: 'symbol-class',
  },
  {
    name: 'search_sessions',
    title: 'Search Sessions',
    says: 'Finds what was asked, answered and done in earlier sessions.',
    icon: 'history',
  },
  {
    name: 'explain_lines',
    title: 'Why Is This Line Here?',
    says: 'Says which change wrote lines of a file, for what, and who allowed it.',
    icon: 'question',
  },
  { name: 'fetch_url', title: 'Fetch a Page', says: 'Fetches a page of the web.', icon: 'globe' },
  {
    name: 'read_result',
    title: 'Read on in a Result',
    says: 'Shows more of a result that was cut.',
    icon: 'ellipsis',
    note: 'Results that were cut name it read_result.',
  },
  {
    name: 'select_active_intent',
    title: 'Select the Intent',
    says: 'Says what the following changes are for, in a governed workspace.',
    icon: 'target',
    note: 'Only where the workspace is governed by intents; refusals name it select_active_intent.',
  },
  { name: 'write_to_file', title: 'Write a File', says: 'Writes a whole file.', icon: 'new-file' },
  { name: 'edit', title: 'Edit a File', says: 'Changes parts of a file.', icon: 'edit' },
  { name: 'apply_diff', title: 'Apply a Diff', says: 'Applies a diff to a file.', icon: 'diff' },
  {
    name: 'apply_patch',
    title: 'Apply a Patch',
    says: 'Applies a patch to files.',
    icon: 'git-pull-request',
  },
  {
    name: 'delete_file',
    title: 'Delete a File',
    says: 'Deletes a file; it can be taken back.',
    icon: 'trash',
  },
  { name: 'move_file', title: 'Move a File', says: 'Moves or renames a file.', icon: 'arrow-right' },
  { name: 'execute_command', title: 'Run a Command', says: 'Runs a line in the shell.', icon: 'terminal' },
];

/** What is not offered, and why. */
export const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['record_lesson', 'what our own sessions follow is written down by them'],
  [
    'list_commands',
    'what goes on in the background ends with the turns of a session, and nobody is there to look after it',
  ],
  ['read_command', 'the same'],
  ['stop_command', 'the same'],
]);

/** The name under which the editor knows a tool of ours. */
export function ownToolName({ id }: Pick<Brand, 'id'>, name: string): string {
  return `${id}_${name}`;
}

/** All names under which others are offered tools of ours; none for a brand that offers none. */
export function ownToolNames(brand: Pick<Brand, 'id' | 'tools'>): readonly string[] {
  return brand.tools.offersOwn ? OFFERED_TOOLS.map(({ name }) => ownToolName(brand, name)) : [];
}
