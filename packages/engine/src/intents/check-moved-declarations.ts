import type { ComparedFile } from './compare-files.ts';
import type { NodeIds } from './find-edits.ts';
import { moduleKey } from './module-paths.ts';
import { readModule, type ScriptModule } from './read-module.ts';

type OpenFile = Extract<ComparedFile, { type: 'differs' }>;

interface Side {
  readonly file: OpenFile;
  readonly key: string;
  readonly before: ScriptModule;
  readonly after: ScriptModule;
}

/**
 * Whether the open files, all of them scripts, differ only in where declarations stand: each that left one file came into
 * another as it was, and every name in every statement leads to the same declaration as before.
 */
export function checkMovedDeclarations(
  open: readonly OpenFile[],
  compared: readonly ComparedFile[],
  ids: NodeIds,
): boolean {
  if (!open.every(({ language }) => /^(?:typescript|tsx|javascript)$/u.test(language))) return false;
  const sides = open.map((file): Side => {
    const [before, after] = [readModule(file.before), readModule(file.after)];
    return { file, key: moduleKey(file.path), before, after };
  });
  const moves = findMoves(sides, ids);
  if (moves === null) return false;
  return (
    sides.every((side) => keepsMeaning(side, sides, moves, ids)) &&
    keepsExports(sides, moves, compared) &&
    keepsLoading(sides)
  );
}

/** From the old module and the name to the new module; null when something was added, dropped or changed besides. */
function findMoves(sides: readonly Side[], ids: NodeIds): Map<string, string> | null {
  const removed: { readonly shape: number; readonly key: string; readonly name: string }[] = [];
  const added = new Map<number, string[]>();
  for (const { key, before, after } of sides) {
    const old = before.statements.map(({ node }) => ids.shapeOf(node));
    const fresh = after.statements.map(({ node }) => ids.shapeOf(node));
    const gone = before.statements.filter(({ node }) => !fresh.includes(ids.shapeOf(node)));
    const came = after.statements.filter(({ node }) => !old.includes(ids.shapeOf(node)));
    const isInOrder =
      old.filter((shape) => fresh.includes(shape)).join() ===
      fresh.filter((shape) => old.includes(shape)).join();
    if (!isInOrder || new Set(old).size !== old.length || new Set(fresh).size !== fresh.length) return null;
    if (![...gone, ...came].every(({ name, isPure }) => isPure && name !== '')) return null;
    removed.push(...gone.map(({ node, name }) => ({ shape: ids.shapeOf(node), key, name })));
    for (const { node } of came) added.set(ids.shapeOf(node), [...(added.get(ids.shapeOf(node)) ?? []), key]);
  }
  const moves = new Map<string, string>();
  for (const { shape, key, name } of removed) {
    const places = added.get(shape) ?? [];
    if (places.length !== 1 || moves.has(`${key} ${name}`)) return null;
    moves.set(`${key} ${name}`, places[0] ?? key);
    added.delete(shape);
  }
  return moves.size > 0 && added.size === 0 ? moves : null;
}

/** Every name in what stayed, and in what left, means there what it meant before. */
function keepsMeaning(
  side: Side,
  sides: readonly Side[],
  moves: ReadonlyMap<string, string>,
  ids: NodeIds,
): boolean {
  const now = new Set(side.after.statements.map(({ node }) => ids.shapeOf(node)));
  return side.before.statements.every(({ node, name, names }) => {
    const place = now.has(ids.shapeOf(node))
      ? side
      : sides.find(({ key }) => key === moves.get(`${side.key} ${name}`));
    if (place === undefined) return false;
    return [...names].every((used) => {
      const old = meaningOf(used, side.before, side.key);
      return (moves.has(old) ? `${moves.get(old)} ${used}` : old) === meaningOf(used, place.after, place.key);
    });
  });
}

/** The module and the name that a name leads to. A name that the file does not know is the same for all files. */
function meaningOf(name: string, module: ScriptModule, key: string): string {
  const imported = module.imports.get(name);
  if (imported !== undefined) return `${imported.module} ${imported.name}`;
  return module.declared.has(name) ? `${key} ${name}` : `global ${name}`;
}

/** What a file gave to others it still gives, or those who took it take it from the new place. */
function keepsExports(
  sides: readonly Side[],
  moves: ReadonlyMap<string, string>,
  compared: readonly ComparedFile[],
): boolean {
  const others = compared.flatMap((file) =>
    file.type === 'unread' || file.after === null
      ? []
      : [{ path: file.path, module: readModule(file.after) }],
  );
  const takes = (key: string, name: string): boolean =>
    others.some(({ module }) =>
      [...module.imports.values()].some((one) => one.module === key && one.name === name),
    );
  return sides.every(({ key, before, after }) => {
    const isLost = (name: string): boolean => {
      const to = moves.get(`${key} ${name}`);
      return to === undefined || takes(key, name) || !takes(to, name);
    };
    const lost = [...before.exports].filter((name) => !after.exports.has(name) && isLost(name));
    const arrived = new Set(
      [...moves].filter(([, to]) => to === key).map(([from]) => from.slice(from.lastIndexOf(' ') + 1)),
    );
    const isNeeded = (name: string): boolean => arrived.has(name) || takes(key, name);
    return (
      lost.length === 0 && [...after.exports].every((name) => before.exports.has(name) || isNeeded(name))
    );
  });
}

/** No module is loaded that was not, and none is left out, but for those of the change set that only declare. */
function keepsLoading(sides: readonly Side[]): boolean {
  const loaded = (side: 'before' | 'after'): Set<string> =>
    new Set(sides.flatMap((one) => [...one[side].modules]));
  const [before, after] = [loaded('before'), loaded('after')];
  const isQuiet = (key: string): boolean =>
    sides.some((side) => side.key === key && side.after.statements.every(({ isPure }) => isPure));
  return (
    [...after].every((module) => before.has(module) || isQuiet(module)) &&
    [...before].every((module) => after.has(module) || isQuiet(module))
  );
}
