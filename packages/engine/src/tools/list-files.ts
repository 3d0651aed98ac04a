import { fail, rookError, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import type { FolderItem } from '../ports/workspace.ts';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { looksSecret } from './secret-files.ts';
import { count } from './shown-lines.ts';
import { missing } from './text-file.ts';
import { cleanPath, pathField, showPath } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type CallSurroundings, type Tool, type ToolReply } from './tool.ts';

const MOST_ITEMS = 1000;
const MOST_DEPTH = 10;
const USUAL_DEPTH = 2;
const MOST_NAMED = 5;
/** For the heading and the notes. */
const ROOM_FOR_NOTES = 600;

export function createListFiles(ports: ToolPorts): Tool {
  return defineTool({
    name: 'list_files',
    description: [
      'Shows what is in a folder as a tree, folders first. What .gitignore or the settings leave out is not shown, and neither',
      `are files that look like secrets; a note says how many. At most ${MOST_ITEMS} names; the upper levels come first.`,
    ].join(' '),
    schema: z.strictObject({
      path: pathField('The folder, relative to the workspace. Left out: the workspace.').optional(),
      depth: z
        .int()
        .min(1)
        .max(MOST_DEPTH)
        .optional()
        .describe(`How many levels to show. Left out: ${USUAL_DEPTH}.`),
    }),
    effect: 'read',
    effectOf: ({ path = '' }) => ({ kind: 'read', paths: [cleanPath(ports.workspace.root, path)] }),
    run: async ({ path = '', depth = USUAL_DEPTH }, around) =>
      listTree(ports, cleanPath(ports.workspace.root, path), depth, around),
  });
}

interface Folder {
  readonly path: string;
  readonly depth: number;
  readonly label: string;
  readonly children: Item[];
  /** Why not all of it is shown. */
  remark: string;
}

type Item = Folder | { readonly label: string };

interface Walk {
  readonly ports: ToolPorts;
  readonly rules: IgnoreRules;
  /** The folder that was named may itself be ignored; then its content was asked for. */
  readonly withIgnored: boolean;
  readonly ignored: string[];
  secrets: number;
  shown: number;
  room: number;
}

async function listTree(
  ports: ToolPorts,
  path: string,
  depth: number,
  { signal }: CallSurroundings,
): Promise<Result<ToolReply>> {
  const located = await ports.workspace.locate(path);
  if (!located.ok) return located;
  if (located.value.kind === 'missing') return fail(await missing(ports, path, 'file or folder', signal));
  if (located.value.kind !== 'folder')
    return fail(rookError('invalid_input', `${showPath(path)} is a file; read_file shows it.`));
  const rules = createIgnoreRules(ports.workspace, ports.ignore);
  const top: Folder = { path: located.value.path, depth: 0, label: '', children: [], remark: '' };
  const withIgnored = (await rules.isIgnored(`${top.path}/`)) !== null;
  const room = ports.maxResultChars - ROOM_FOR_NOTES;
  const walk: Walk = { ports, rules, withIgnored, ignored: [], secrets: 0, shown: 0, room };
  const waiting: Folder[] = [top];
  for (const folder of waiting) {
    if (signal.aborted) return fail(rookError('cancelled', 'The call was cancelled.'));
    if (folder.depth === depth || isFull(walk)) folder.remark = ' (not opened)';
    else {
      const opened = await openFolder(walk, folder);
      if (!opened.ok && folder === top) return opened;
      if (!opened.ok) folder.remark = ' (could not be read)';
      waiting.push(...folder.children.filter((item) => 'children' in item));
    }
  }
  const name = top.path === '' ? 'The workspace' : showPath(top.path);
  const body = top.children.length === 0 ? [`${name} holds nothing to show.`] : [`${name}:`, ...draw(top, 0)];
  return succeed({ text: [...body, ...describeLeftOut(walk)].join('\n') });
}

function isFull({ shown, room }: Walk): boolean {
  return shown >= MOST_ITEMS || room <= 0;
}

async function openFolder(walk: Walk, folder: Folder): Promise<Result<void>> {
  const listed = await walk.ports.workspace.list(folder.path);
  if (!listed.ok) return listed;
  const items = listed.value.toSorted((a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder'));
  for (const [index, item] of items.entries()) {
    if (isFull(walk)) {
      folder.remark = ` (${items.length - index} more)`;
      break;
    }
    const path = folder.path === '' ? item.name : `${folder.path}/${item.name}`;
    if (await isLeftOut(walk, item, path)) continue;
    const label = describeItem(item);
    walk.shown += 1;
    walk.room -= label.length + 2 * folder.depth + 1;
    const child =
      item.kind === 'folder' ? { path, depth: folder.depth + 1, label, children: [], remark: '' } : { label };
    folder.children.push(child);
  }
  return succeed(undefined);
}

async function isLeftOut(walk: Walk, { kind }: FolderItem, path: string): Promise<boolean> {
  const named = kind === 'folder' ? `${path}/` : path;
  const ignored = walk.withIgnored
    ? walk.rules.isSetAside(path) && !walk.rules.isSetAside(posixParent(path))
    : (await walk.rules.isIgnored(named)) !== null;
  if (ignored) walk.ignored.push(named);
  else if (kind !== 'folder' && looksSecret(path)) walk.secrets += 1;
  else return false;
  return true;
}

function posixParent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function describeItem({ name, kind }: FolderItem): string {
  const shown = showPath(name);
  if (kind === 'folder') return `${shown}/`;
  return kind === 'file' ? shown : `${shown} (${kind === 'link' ? 'a link' : 'neither file nor folder'})`;
}

function draw(folder: Folder, depth: number): readonly string[] {
  const lines = folder.children.flatMap((item) =>
    'children' in item
      ? [
          `${'  '.repeat(depth)}${item.label}${item.children.length === 0 ? item.remark : ''}`,
          ...draw(item, depth + 1),
        ]
      : [`${'  '.repeat(depth)}${item.label}`],
  );
  return folder.children.length > 0 && folder.remark !== ''
    ? [...lines, `${'  '.repeat(depth)}…${folder.remark}`]
    : lines;
}

function describeLeftOut(walk: Walk): readonly string[] {
  const { ignored, secrets } = walk;
  const named = ignored.slice(0, MOST_NAMED).map(showPath).join(', ');
  const others = ignored.length > MOST_NAMED ? ` and ${ignored.length - MOST_NAMED} more` : '';
  const left = [
    ...(ignored.length === 0 ? [] : [`ignored: ${named}${others}`]),
    ...(secrets === 0 ? [] : [`${count(secrets, 'file that looks', 'files that look')} like a secret`]),
  ];
  return [
    ...(left.length === 0 ? [] : [`(Left out: ${left.join('; ')}.)`]),
    ...(isFull(walk)
      ? ['(There was no room for everything; name a folder to see more of it, or use find_files.)']
      : []),
  ];
}
