import { succeed, type Result } from '@rook/contract';

import { createIgnoreRules } from './ignore-rules.ts';
import { readRipgrepPath, runRipgrep, type RipgrepEnd, type RipgrepRun } from './run-ripgrep.ts';
import { looksSecret } from './secret-files.ts';
import type { ToolPorts } from './tool-ports.ts';

export interface MatchingFiles {
  /** Sorted. */
  readonly paths: readonly string[];
  /** Files that fit and are left out, by reason. */
  readonly secret: number;
  readonly setAside: number;
  readonly gitignored: number;
  readonly end: RipgrepEnd;
}

type ListPorts = Pick<ToolPorts, 'workspace' | 'shell' | 'ripgrep' | 'ignore'>;

export interface GlobQuery {
  readonly glob: string;
  readonly anyCase?: boolean;
  readonly signal: AbortSignal;
}

/** Where to look; left out: in the whole workspace, without what `.gitignore` names. */
export type GlobPlace = Pick<RipgrepRun, 'start' | 'withIgnored'>;

/** Never shown and never worth a walk. */
export const OWN_GLOBS = ['--glob=!.git', '--glob=!.rook', '--glob=!.ck3raven'] as const;

/** The files that fit a glob. To ripgrep a glob outweighs `.gitignore`, so those that stay are listed beside them. */
export async function listMatching(ports: ListPorts, query: GlobQuery): Promise<Result<MatchingFiles>> {
  const first = await listFitting(ports, query);
  if (!first.ok) return first;
  const { fitting, end: firstEnd } = first.value;
  const rules = createIgnoreRules(ports.workspace, ports.ignore);
  let secret = 0;
  let setAside = 0;
  for (const path of fitting) {
    const isSecret = looksSecret(path);
    if (!isSecret && !rules.isSetAside(path)) continue;
    fitting.delete(path);
    if (isSecret) secret += 1;
    else setAside += 1;
  }
  const left = { secret, setAside, gitignored: 0 };
  if (fitting.size === 0) return succeed({ paths: [], ...left, end: firstEnd });
  const paths: string[] = [];
  const second = await listFiles(ports, { words: OWN_GLOBS, ...query }, (path) => {
    if (fitting.has(path)) paths.push(path);
  });
  if (!second.ok) return second;
  const end = firstEnd === 'all' ? second.value : firstEnd;
  return succeed({ paths, ...left, gitignored: fitting.size - paths.length, end });
}

/** The files that fit a glob, with some that `.gitignore` names. */
export async function listFitting(
  ports: ListPorts,
  { glob, anyCase = false, signal }: GlobQuery,
  place: GlobPlace = WHOLE,
): Promise<Result<{ readonly fitting: Set<string>; readonly end: RipgrepEnd }>> {
  const fitting = new Set<string>();
  const words = [`--${anyCase ? 'iglob' : 'glob'}=${glob}`, ...OWN_GLOBS];
  const listed = await listFiles(ports, { words, signal, ...place }, (path) => fitting.add(path));
  return listed.ok ? succeed({ fitting, end: listed.value }) : listed;
}

const WHOLE: GlobPlace = { start: '' };
const MOST_LISTED = 300_000;

async function listFiles(
  ports: ListPorts,
  {
    words,
    signal,
    start = '',
    withIgnored = false,
  }: Partial<GlobPlace> & Pick<RipgrepRun, 'words' | 'signal'>,
  found: (path: string) => void,
): Promise<Result<RipgrepEnd>> {
  let listed = 0;
  return runRipgrep(ports, {
    words: ['--files', '--null', ...words],
    start,
    withIgnored,
    pieceEnd: '\0',
    signal,
    take: (piece) => {
      if (piece !== null) found(readRipgrepPath(piece));
      listed += 1;
      return listed < MOST_LISTED;
    },
  });
}

/** A name as a pattern that fits it alone. */
export function escapeGlob(name: string): string {
  return name.replaceAll(/[*?[\]{}\\]/g, '[$&]');
}
