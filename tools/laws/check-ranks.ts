import { isTest } from './file-roles.ts';
import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';
import { resolveImport } from './resolve-import.ts';
import type { SourceImport } from './source-imports.ts';

/** Inside the engine a folder imports only lower ranks or itself, and dangerous files have one caller. */
export function checkRanks(repository: Repository): Violation[] {
  const found: Violation[] = [];
  const unknownFolders = new Set<string>();
  const guarded = listGuarded(repository);
  for (const source of repository.sources) {
    const from = findPlace(source.path);
    if (from === undefined) continue;
    if (from.rank === undefined && !unknownFolders.has(from.folder)) {
      unknownFolders.add(from.folder);
      const message = `The folder ${from.folder} has no rank; give it one in tools/laws/check-ranks.ts and in ARCHITECTURE.md.`;
      found.push({ law: 'ranks', path: source.path, line: 1, message });
    }
    for (const imported of source.imports) {
      const target = resolveImport(repository, source.path, imported.specifier);
      const to = target === undefined ? undefined : findPlace(target);
      const message =
        to === undefined ? undefined : (judgeRank(from, to) ?? judgeCaller(from, to, imported, guarded));
      if (message === undefined) continue;
      found.push({ law: 'ranks', path: source.path, line: source.lineAt(imported.start), message });
    }
  }
  return found;
}

const ENGINE = 'packages/engine/src/';
/** Stands for the files directly in src. */
const TOP = 'src';

const RANKS: ReadonlyMap<string, number> = new Map(
  [
    ['ports'],
    ['journal', 'models', 'replies', 'settings'],
    ['context', 'edits', 'commands', 'intents', 'knowledge', 'sources', 'images'],
    ['tools'],
    ['gate'],
    ['turn'],
    ['sessions'],
    ['pipelines', 'subtasks'],
    ['workbench'],
    [TOP],
  ].flatMap((folders, rank) => folders.map((folder) => [folder, rank] as const)),
);

interface Place {
  readonly path: string;
  readonly folder: string;
  readonly file: string;
  readonly rank: number | undefined;
}

function findPlace(path: string): Place | undefined {
  if (!path.startsWith(ENGINE)) return undefined;
  const segments = path.slice(ENGINE.length).split('/');
  const folder = segments.length === 1 ? TOP : (segments[0] ?? TOP);
  return { path, folder, file: segments.at(-1) ?? '', rank: RANKS.get(folder) };
}

function judgeRank(from: Place, to: Place): string | undefined {
  if (from.folder === to.folder || from.rank === undefined || to.rank === undefined) return undefined;
  if (to.rank < from.rank || (isTest(from.path) && to.path === `${ENGINE}testing.ts`)) return undefined;
  const relation = to.rank === from.rank ? 'a sibling of the same rank' : 'a higher rank';
  return `${from.folder} (rank ${from.rank}) imports ${to.folder} (rank ${to.rank}), ${relation}; move the common part down or pass it in from above.`;
}

/** Files that write or run, and those of their folder that reach one: a caller of these would write or run too. */
function listGuarded(repository: Repository): Set<string> {
  const guarded = new Set<string>();
  const callers = new Map<string, string[]>();
  for (const { path, imports } of repository.sources) {
    const place = findPlace(path);
    const danger = place === undefined ? undefined : DANGERS.get(place.folder);
    if (place === undefined || danger === undefined || isTest(path)) continue;
    if (place.file.startsWith(danger)) guarded.add(path);
    for (const { specifier } of imports.filter(({ typeOnly }) => !typeOnly)) {
      const target = resolveImport(repository, path, specifier);
      if (target !== undefined) callers.set(target, [...(callers.get(target) ?? []), path]);
    }
  }
  // A set that grows while it is walked is walked to its end, so callers of callers are found too.
  for (const path of guarded) for (const caller of callers.get(path) ?? []) guarded.add(caller);
  return guarded;
}

/** How the names of dangerous files begin, by folder. */
const DANGERS: ReadonlyMap<string, string> = new Map([
  ['edits', 'write-'],
  ['commands', 'run-'],
]);

/** Tool handlers act for the gate alone; what writes or runs acts for the tool handlers alone. */
function judgeCaller(
  from: Place,
  to: Place,
  imported: SourceImport,
  guarded: ReadonlySet<string>,
): string | undefined {
  if (to.folder === 'tools' && from.folder !== 'tools' && from.folder !== 'gate') {
    return `${from.folder} imports the tool handler ${to.file} past the gate; ask the gate instead.`;
  }
  if (!guarded.has(to.path) || from.folder === 'tools') return undefined;
  if (from.folder !== to.folder) {
    return `${from.folder} imports ${to.folder}/${to.file}, which writes or runs and which only tools may call; go through a tool call and the gate.`;
  }
  if (imported.form !== 'export') return undefined;
  return `${from.file} hands on ${to.file}, which only tools may call; let tools import it by its own name.`;
}
