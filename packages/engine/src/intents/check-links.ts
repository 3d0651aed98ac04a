import type { SyntaxNode } from '../ports/syntax.ts';
import type { RenameCheck } from './check-renames.ts';
import type { ComparedFile } from './compare-files.ts';
import { meansPythonFile, moduleKey } from './module-paths.ts';
import { textOf } from './normalize-tree.ts';

type OpenFile = Extract<ComparedFile, { type: 'differs' }>;

/**
 * Keeps the renames that agree over the whole change set: an exported name that was changed is imported by its new name in
 * at least one other file and by its old one in none; an import that was changed leads to such a file.
 */
export function checkLinks(
  compared: readonly ComparedFile[],
  checks: ReadonlyMap<OpenFile, RenameCheck>,
): ReadonlyMap<OpenFile, RenameCheck> {
  const imports = compared.flatMap((file) =>
    file.type === 'unread' || file.after === null ? [] : readImported(file.path, file.after),
  );
  const settled = new Map<OpenFile, RenameCheck>();
  for (const [file, check] of checks) {
    settled.set(
      file,
      check.type === 'renamed' ? (findDoubt(file, check, checks, imports, compared) ?? check) : check,
    );
  }
  return settled;
}

type Renamed = Extract<RenameCheck, { type: 'renamed' }>;

function findDoubt(
  file: OpenFile,
  check: Renamed,
  checks: ReadonlyMap<OpenFile, RenameCheck>,
  imports: readonly Imported[],
  compared: readonly ComparedFile[],
): RenameCheck | null {
  const others = [...checks].flatMap(([other, its]) =>
    other !== file && its.type === 'renamed' ? [{ other, its }] : [],
  );
  for (const link of check.exported) {
    const isFollowed =
      file.language === 'go'
        ? others.some(({ other }) => usesName(other, link.after) && folder(other) === folder(file))
        : others.some(({ its }) =>
            its.imported.some((one) => isSame(one, link) && leadsTo(one.module, file)),
          );
    if (!isFollowed)
      return doubtful(`nobody in the change set uses ${link.before} by its new name ${link.after}`);
    if (
      imports.some((one) => one.name === link.before && one.path !== file.path && leadsTo(one.module, file))
    ) {
      return doubtful(`${link.before} is still imported somewhere`);
    }
  }
  for (const link of [...check.packaged, ...(file.language === 'go' ? check.exported : [])]) {
    const isLeft = compared.some(
      (other) =>
        other.type !== 'unread' &&
        other.path !== file.path &&
        other.after !== null &&
        folder(other) === folder(file) &&
        usesName(other, link.before),
    );
    if (isLeft) return doubtful(`${link.before} is still used somewhere`);
  }
  for (const link of check.imported.filter(({ before, after }) => before !== after)) {
    const isLed = others.some(
      ({ other, its }) => leadsTo(link.module, other) && its.exported.some((one) => isSame(one, link)),
    );
    if (!isLed)
      return doubtful(`${link.module} is not in the change set, and ${link.before} became ${link.after}`);
  }
  return null;
}

function isSame(one: { before: string; after: string }, other: { before: string; after: string }): boolean {
  return one.before === other.before && one.after === other.after;
}

function leadsTo(module: string, { path, language }: OpenFile): boolean {
  return language === 'python' ? meansPythonFile(module, path) : module === moduleKey(path);
}

function folder({ path }: { readonly path: string }): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function usesName(file: { readonly after: SyntaxNode | null }, name: string): boolean {
  const look = (node: SyntaxNode): boolean =>
    node.children.length === 0
      ? node.text === name && node.kind.endsWith('identifier')
      : node.children.some(look);
  return file.after !== null && look(file.after);
}

interface Imported {
  readonly path: string;
  readonly module: string;
  readonly name: string;
}

function readImported(path: string, root: SyntaxNode): Imported[] {
  const found: Imported[] = [];
  const look = (node: SyntaxNode, module: string): void => {
    const source = node.children.find(({ field }) => field === 'source' || field === 'module_name');
    const within = source === undefined ? module : textOf(source);
    for (const child of node.children) {
      if (child.kind === 'imported_name') found.push({ path, module: within, name: child.text });
      look(child, within);
    }
  };
  look(root, '');
  return found;
}

function doubtful(reason: string): RenameCheck {
  return { type: 'doubtful', reason };
}
