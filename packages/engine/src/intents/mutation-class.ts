import type { Syntax, SyntaxNode } from '../ports/syntax.ts';
import { checkLinks } from './check-links.ts';
import { checkMovedDeclarations } from './check-moved-declarations.ts';
import { checkRenames, type RenameCheck } from './check-renames.ts';
import { findHolders } from './code-place.ts';
import { compareFiles, type ComparedFile, type ReadFile } from './compare-files.ts';
import { createNodeIds, findEdits, type NodeIds, type SyntaxEdit } from './find-edits.ts';
import { findNewBehaviour, type WholeTexts } from './judge-edits.ts';
import type { NameLink } from './rename-region.ts';
import { findProfile } from './syntax-profile.ts';

/** One file of a change set. A file that was moved has its old path in `renamedFrom` and its old text in `before`. */
export interface MutatedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly renamedFrom?: string;
}

/** `AST_REFACTOR`: the same behaviour, said otherwise. `INTENT_EVOLUTION`: new or changed behaviour. */
export type MutationClass = 'AST_REFACTOR' | 'INTENT_EVOLUTION' | 'unknown';

export interface ClassifiedMutation {
  readonly class: MutationClass;
  /** Each a sentence without its point; the first is the one that decided. */
  readonly reasons: readonly string[];
}

const MOST_REASONS = 8;
const MOST_FILES = 200;

/**
 * What a change set is, by comparing the syntax trees of its files before and after. It never guesses: what is neither
 * proved to keep the behaviour nor certain to change it is `unknown`, and so is what no grammar can read.
 */
export async function classifyMutation(
  files: readonly MutatedFile[],
  syntax: Syntax,
): Promise<ClassifiedMutation> {
  if (files.length > MOST_FILES)
    return { class: 'unknown', reasons: [`more than ${MOST_FILES} files were changed`] };
  const ids = createNodeIds();
  const compared = await compareFiles(files, syntax, ids);
  const open = compared.filter((file) => file.type === 'differs');
  const renamed = settleRenames(compared, open);
  const pending = open.filter((file) => renamed.get(file)?.type !== 'renamed');
  const reasons = compared.flatMap((file) => (file.type === 'same' ? [`${file.path}: ${file.reason}`] : []));
  if (pending.length < open.length) reasons.push('names were changed wherever they are used');
  const doubts = compared.flatMap((file) => (file.type === 'unread' ? [`${file.path}: ${file.reason}`] : []));
  if (pending.length > 0 && !checkMovedDeclarations(pending, compared, ids)) {
    const behaviour = findCertainBehaviour(pending, compared, ids);
    if (behaviour !== null) return { class: 'INTENT_EVOLUTION', reasons: [behaviour] };
    doubts.push(...pending.map((file) => `${file.path}: ${explainDoubt(renamed.get(file))}`));
  } else if (pending.length > 0)
    reasons.push('declarations were moved and are imported from their new place');
  if (doubts.length > 0) return { class: 'unknown', reasons: doubts.slice(0, MOST_REASONS) };
  if (reasons.length === 0) reasons.push('nothing was changed');
  return { class: 'AST_REFACTOR', reasons: reasons.slice(0, MOST_REASONS) };
}

const BESIDE =
  /\.d\.[cm]?ts$|(?:^|[/._-])(?:test|tests|spec|specs|conftest|__tests__)(?:[/._-]|$)|(?:Test|Tests|IT)\.\w+$/u;

type OpenFile = Extract<ComparedFile, { type: 'differs' }>;

/** Renames that hold for the file and for every file of the set that they reach into. */
function settleRenames(
  compared: readonly ComparedFile[],
  open: readonly OpenFile[],
): ReadonlyMap<OpenFile, RenameCheck> {
  const first = checkAll(open, () => []);
  const packaged = (file: OpenFile): NameLink[] => {
    const links: NameLink[] = [];
    for (const [other, check] of first) {
      if (other === file || check.type !== 'renamed' || folderOf(other) !== folderOf(file)) continue;
      links.push(...check.packaged, ...check.exported);
    }
    return links;
  };
  const second = checkAll(open, (file) => (file.language === 'go' ? packaged(file) : []));
  return checkLinks(compared, second);
}

function checkAll(
  open: readonly OpenFile[],
  packagedOf: (file: OpenFile) => readonly NameLink[],
): Map<OpenFile, RenameCheck> {
  const checks = new Map<OpenFile, RenameCheck>();
  for (const file of open) {
    const profile = findProfile(file.language);
    const { before, after } = file;
    if (profile === null || before === null || after === null) checks.set(file, { type: 'other' });
    else checks.set(file, checkRenames(before, after, profile, packagedOf(file)));
  }
  return checks;
}

function folderOf({ path }: OpenFile): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function findCertainBehaviour(
  pending: readonly OpenFile[],
  compared: readonly ComparedFile[],
  ids: NodeIds,
): string | null {
  const edits = pending.flatMap((file) => editsOf(file, ids));
  // Tests and declarations of types change nothing that the program does.
  const product = pending.filter(({ path }) => !BESIDE.test(path)).flatMap((file) => editsOf(file, ids));
  const all = compared.flatMap((file) => (file.type === 'unread' ? [] : [file]));
  const texts: WholeTexts = {
    before: collectTexts(all.map(({ before }) => before)),
    after: collectTexts(all.map(({ after }) => after)),
  };
  // Code may have gone to, or have come from, a file that no grammar can read.
  const unread = compared.some((file) => file.type === 'unread' && !file.isData);
  if (unread && !edits.every(({ type }) => type === 'leaf')) return null;
  const holders = findHolders(all.flatMap(({ before, after }) => [before, after]));
  const context = { texts, ids, holders };
  const behaviour = findNewBehaviour(product, context) === null ? null : findNewBehaviour(edits, context);
  return behaviour === null
    ? null
    : `${pending
        .map(({ path }) => path)
        .join(', ')
        .slice(0, 300)}: ${behaviour}`;
}

function editsOf({ before, after }: ReadFile, ids: NodeIds): SyntaxEdit[] {
  if (before !== null && after !== null) return findEdits(before, after, ids);
  const added = after?.children ?? [];
  const removed = before?.children ?? [];
  if (added.length > 0) return [{ type: 'grown', before: [], after: added }];
  return removed.length > 0 ? [{ type: 'shrunk', before: removed, after: [] }] : [];
}

function collectTexts(roots: readonly (SyntaxNode | null)[]): ReadonlySet<string> {
  const texts = new Set<string>();
  const look = (node: SyntaxNode): void => {
    if (node.children.length === 0) texts.add(node.text);
    else node.children.forEach(look);
  };
  for (const root of roots) if (root !== null) look(root);
  return texts;
}

function explainDoubt(check: RenameCheck | undefined): string {
  if (check?.type === 'doubtful') return check.reason;
  return 'it may say the same in another way, or not';
}
