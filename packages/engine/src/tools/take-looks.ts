import { succeed, type Result } from '@rook/contract';

import { settledBefore, type GitIndex } from '../edits/parse-git-index.ts';
import { MODIFIED, STAMP_NUMBERS, type FileTable } from '../ports/file-table.ts';
import type { Shell } from '../ports/shell.ts';
import type {
  Notes,
  Repository,
  Survey,
  SurveyOptions,
  VouchedFiles,
  Workspace,
} from '../ports/workspace.ts';
import { askGit } from './ask-git.ts';
import { createTrackedFinder } from './find-tracked.ts';
import { isRulesFile } from './ignore-rules.ts';
import { createIndexFinder, NO_GIT, type KnownIndex } from './known-index.ts';

/** A look of which nothing may be said before it is settled; what can be prepared from it may be prepared. */
export interface BegunLook extends SettledLook {
  settle(): Promise<Result<SettledLook & { readonly amended: readonly string[] }>>;
}

interface LookOptions extends Pick<SurveyOptions, 'keeps' | 'counts'> {
  /** Files that are looked at although they lie in folders that are left out. */
  readonly also?: readonly string[];
}

export interface SettledLook {
  /** The one of before, or another one where that was worth nothing. */
  readonly survey: Survey;
  /** What git noted. Of a file that the survey says is noted it may know nothing else than that. */
  readonly git: GitIndex;
  /** All that git noted then. */
  readonly index: () => Promise<GitIndex>;
  /** What that is read from; null where there is none. */
  readonly read: () => ReturnType<Repository['readIndex']>;
  /** The files in folders that are left out that count nevertheless, because git has them; known when it is settled. */
  readonly also: readonly string[];
}

interface LookPorts {
  readonly workspace: Workspace;
  readonly shell: Pick<Shell, 'run'>;
  readonly survey: (
    options?: Omit<SurveyOptions, 'skips' | 'rules' | 'mostFiles'>,
  ) => Promise<Result<Survey>>;
  /** Whether files are of no interest, wherever they lie and whoever knows them. */
  readonly isSetAside: (path: string) => boolean;
}

/** Looks at all files of a workspace. Where git knows many of them it looks too, on another core, and we only at what it does not vouch for. */
export interface Looks {
  begin(options?: LookOptions): Promise<Result<BegunLook>>;
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

export function createLooks({ workspace, shell, survey, isSetAside }: LookPorts): Looks {
  const findIndex = createIndexFinder(workspace);
  /** With this index git was of no use. */
  let useless: string | null = null;

  const tracked = createTrackedFinder(isSetAside);

  async function describe(
    seen: Survey,
    index: KnownIndex | null,
    { also }: LookOptions,
  ): Promise<SettledLook> {
    const git = index === null ? NO_GIT : await index.parse();
    const read = async () => index?.read() ?? null;
    return { survey: seen, git, index: async () => git, read, also: tracked.add(seen, git, also) };
  }

  /** What git notes while the files are looked at fits no other stamp than theirs, so either may come first. */
  async function lookAlone(index: KnownIndex | null, options: LookOptions): Promise<Result<SettledLook>> {
    const given = surveyOptions(options);
    const seen = await survey(isLarge(index) ? { ...given, notes: notesOf(index) } : given);
    return seen.ok ? succeed(await describe(seen.value, index, options)) : seen;
  }

  function lookTogether({ survey: first, vouched, index, asked }: Together, options: LookOptions): BegunLook {
    const git = index.parsed ?? { ...NO_GIT, settled: settledBefore(index.written) };
    const look = {
      survey: first,
      git,
      index: async () => index.parse(),
      read: async () => index.read(),
      also: [],
    };
    return {
      ...look,
      settle: async () => {
        const isLoaded = await index.load();
        const noted = await tracked.understand(first, index);
        const other = await asked.answer;
        if (!isLoaded || other === null || other.size > first.files.size * MOST_OTHER) useless = index.key;
        // It may have become another between our look at it and git's; and under other rules other folders count.
        const isSure = other !== null && isLoaded && findIndex() === index;
        const amended = isSure ? await vouched.confirm(other) : null;
        if (amended !== null && !amended.some(isRulesFile)) {
          const also = tracked.add(first, noted, options.also);
          return succeed({ ...look, also, amended: [...amended, ...also] });
        }
        const alone = await lookAlone(findIndex(), options);
        return alone.ok ? succeed({ ...alone.value, amended: [] }) : alone;
      },
    };
  }

  return {
    begin: async (options = {}) => {
      const index = findIndex();
      const settings = isLarge(index) && index.key !== useless ? workspace.emptyRepository() : null;
      if (index === null || settings === null) return settled(await lookAlone(index, options));
      const given = { ...surveyOptions(options), notes: notesOf(index) };
      // What it knows from before is read from the disk while git is started.
      const surveying = survey({ ...given, vouchedUnless: () => asked.stop() });
      const asked = ask({ workspace, shell }, index, settings);
      const seen = await surveying;
      const vouched = seen.ok ? seen.value.vouched : null;
      if (seen.ok && vouched !== null && !isMostlyRead(seen.value.files, index.written))
        return succeed(lookTogether({ survey: seen.value, vouched, index, asked }, options));
      asked.stop();
      if (!seen.ok) return seen;
      if (vouched === null) return settled(succeed(await describe(seen.value, index, options)));
      useless = index.key;
      return settled(await lookAlone(index, options));
    },
    prepare: async (idle) => {
      const index = findIndex();
      if (isLarge(index)) workspace.emptyRepository();
      const seen = await survey(isLarge(index) ? { idle, notes: notesOf(index) } : { idle });
      if (seen.ok && seen.value.isWhole) await index?.parse();
    },
  };
}

function ask(
  { workspace, shell }: Pick<LookPorts, 'workspace' | 'shell'>,
  { repository }: KnownIndex,
  settings: string,
): AskedGit {
  const stopped = new AbortController();
  const answer = askGit(shell, { root: workspace.root, repository, settings, signal: stopped.signal });
  return { answer: answer.catch(() => null), stop: () => stopped.abort() };
}

interface Together {
  readonly survey: Survey;
  readonly vouched: VouchedFiles;
  readonly index: KnownIndex;
  readonly asked: AskedGit;
}

function surveyOptions({ keeps, counts }: LookOptions): Pick<SurveyOptions, 'keeps' | 'counts'> {
  return { ...(keeps === undefined ? {} : { keeps }), ...(counts === undefined ? {} : { counts }) };
}

function isLarge(index: KnownIndex | null): index is KnownIndex {
  return index !== null && index.size >= LEAST_INDEX_BYTES;
}

function notesOf(index: KnownIndex): Notes {
  return {
    key: index.key,
    load: async () => (await index.parse()).noted,
    source: async () => index.source(),
    otherThan: async (source) => index.otherThan(source),
  };
}

function settled(look: Result<SettledLook>): Result<BegunLook> {
  return look.ok
    ? succeed({ ...look.value, settle: async () => succeed({ ...look.value, amended: [] }) })
    : look;
}

/** Whether git reads the bytes of many files, because they were modified in the very second in which it wrote its index. */
function isMostlyRead({ numbers, noted, size, latest }: FileTable, written: number): boolean {
  const second = Math.floor(written / 1000) * 1000;
  if (latest < second) return false;
  let count = 0;
  for (let at = MODIFIED, name = 0; name < noted.length; at += STAMP_NUMBERS, name += 1)
    if (noted[name] === 1 && (numbers[at] ?? 0) >= second) count += 1;
  return count > size * MOST_OTHER;
}
