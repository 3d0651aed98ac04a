import { succeed, type Result } from '@rook/contract';

import { settledBefore, type GitIndex } from '../edits/parse-git-index.ts';
import { MODIFIED, STAMP_NUMBERS, type FileTable } from '../ports/file-table.ts';
import type { Shell } from '../ports/shell.ts';
import type { Notes, Survey, SurveyOptions, VouchedFiles, Workspace } from '../ports/workspace.ts';
import { askGit } from './ask-git.ts';
import { createIndexFinder, NO_GIT, type KnownIndex } from './known-index.ts';

/** A look of which nothing may be said before it is settled; what can be prepared from it may be prepared. */
export interface BegunLook extends SettledLook {
  settle(): Promise<Result<SettledLook & { readonly amended: readonly string[] }>>;
}

export interface SettledLook {
  /** The one of before, or another one where that was worth nothing. */
  readonly survey: Survey;
  /** What git noted. Of a file that the survey says is noted it may know nothing else than that. */
  readonly git: GitIndex;
  /** All that git noted then. */
  readonly index: () => Promise<GitIndex>;
}

interface LookPorts {
  readonly workspace: Workspace;
  readonly shell: Pick<Shell, 'run'>;
  readonly survey: (
    options?: Omit<SurveyOptions, 'skips' | 'rules' | 'mostFiles'>,
  ) => Promise<Result<Survey>>;
}

/** Looks at all files of a workspace. Where git knows many of them it looks too, on another core, and we only at what it does not vouch for. */
export interface Looks {
  begin(options?: Pick<SurveyOptions, 'keeps'>): Promise<Result<BegunLook>>;
  /** Looks once, so that the looks to come take less. */
  prepare(idle: AbortSignal): Promise<void>;
}

/** The index of fewer files is smaller. To look at those takes less than to start a program. */
const LEAST_INDEX_BYTES = 800_000;
/** Where so many of the files are other than git noted, or are read by it, we would rather look ourselves. */
const MOST_OTHER = 0.25;

interface AskedGit {
  readonly answer: Promise<ReadonlySet<string> | null>;
  stop(): void;
}

export function createLooks({ workspace, shell, survey }: LookPorts): Looks {
  const findIndex = createIndexFinder(workspace);
  /** With this index git was of no use. */
  let useless: string | null = null;

  async function ask({ key, size }: KnownIndex): Promise<AskedGit | null> {
    if (size < LEAST_INDEX_BYTES || key === useless) return null;
    const repository = await workspace.emptyRepository();
    if (repository === null) return null;
    const stopped = new AbortController();
    const answer = askGit(shell, { root: workspace.root, repository, signal: stopped.signal });
    return { answer: answer.catch(() => null), stop: () => stopped.abort() };
  }

  /** What git notes while the files are looked at fits no other stamp than theirs, so either may come first. */
  async function lookAlone(index: KnownIndex | null, options: Options): Promise<Result<SettledLook>> {
    const seen = await survey(isLarge(index) ? { ...options, notes: notesOf(index) } : options);
    return seen.ok ? succeed(await describe(seen.value, index)) : seen;
  }

  function lookTogether({ survey: first, vouched, index, asked }: Together, options: Options): BegunLook {
    const git = index.parsed ?? { ...NO_GIT, settled: settledBefore(index.written) };
    const look = { survey: first, git, index: async () => index.parse() };
    return {
      ...look,
      settle: async () => {
        const [other, isLoaded] = await Promise.all([asked.answer, index.load()]);
        if (!isLoaded || other === null || other.size > first.files.size * MOST_OTHER) useless = index.key;
        // It may have become another between our look at it and git's; and under other rules other folders count.
        const isSure = other !== null && isLoaded && findIndex() === index;
        const amended = isSure ? await vouched.confirm(other) : null;
        if (amended !== null && !amended.some(isRulesFile)) return succeed({ ...look, amended });
        const alone = await lookAlone(findIndex(), options);
        return alone.ok ? succeed({ ...alone.value, amended: [] }) : alone;
      },
    };
  }

  return {
    begin: async (options = {}) => {
      const index = findIndex();
      const asked = index === null ? null : await ask(index);
      if (index === null || asked === null) return settled(await lookAlone(index, options));
      const seen = await survey({ ...options, notes: notesOf(index), vouchedUnless: () => asked.stop() });
      const vouched = seen.ok ? seen.value.vouched : null;
      if (seen.ok && vouched !== null && !isMostlyRead(seen.value.files, index.written))
        return succeed(lookTogether({ survey: seen.value, vouched, index, asked }, options));
      asked.stop();
      if (!seen.ok) return seen;
      if (vouched === null) return settled(succeed(await describe(seen.value, index)));
      useless = index.key;
      return settled(await lookAlone(index, options));
    },
    prepare: async (idle) => {
      const index = findIndex();
      if (isLarge(index)) await workspace.emptyRepository();
      const seen = await survey(isLarge(index) ? { idle, notes: notesOf(index) } : { idle });
      if (seen.ok && seen.value.isWhole) await index?.parse();
    },
  };
}

type Options = Pick<SurveyOptions, 'keeps'>;

interface Together {
  readonly survey: Survey;
  readonly vouched: VouchedFiles;
  readonly index: KnownIndex;
  readonly asked: AskedGit;
}

function isLarge(index: KnownIndex | null): index is KnownIndex {
  return index !== null && index.size >= LEAST_INDEX_BYTES;
}

function notesOf(index: KnownIndex): Notes {
  return { key: index.key, load: async () => (await index.parse()).noted };
}

async function describe(survey: Survey, index: KnownIndex | null): Promise<SettledLook> {
  const git = index === null ? NO_GIT : await index.parse();
  return { survey, git, index: async () => git };
}

function settled(look: Result<SettledLook>): Result<BegunLook> {
  return look.ok
    ? succeed({ ...look.value, settle: async () => succeed({ ...look.value, amended: [] }) })
    : look;
}

/** Whether git reads the bytes of many files, because they were modified in the very second in which it wrote its index. */
function isMostlyRead({ numbers, noted, size }: FileTable, written: number): boolean {
  const second = Math.floor(written / 1000) * 1000;
  let count = 0;
  for (let at = MODIFIED, name = 0; name < noted.length; at += STAMP_NUMBERS, name += 1)
    if (noted[name] === 1 && (numbers[at] ?? 0) >= second) count += 1;
  return count > size * MOST_OTHER;
}

function isRulesFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}
