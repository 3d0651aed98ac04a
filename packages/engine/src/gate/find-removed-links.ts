import type { CommandJudgement } from '../commands/judge-command.ts';

type Segments = Pick<CommandJudgement, 'segments'>;

const REMOVING: ReadonlySet<string> = new Set(['rm', 'unlink']);

/** As it is written: with a variable before it, an option of `env` or a path, it could be another program. */
const CERTAIN = /^(?:env +)?\\?(?:rm|unlink) /u;

/** Whether what removes in a line is certain to do only that: a function, an alias or a variable could make something else of `rm`. */
export function removesForSure({ segments }: Segments): boolean {
  return segments.every((one) => one.leavesShell);
}

/** What is only removed: of a link these programs take away the link, and never what it leads to. */
export function findRemovedLinks(judgement: Segments): readonly string[] {
  if (!removesForSure(judgement)) return [];
  const others = judgement.segments.filter((one) => !isRemoving(one));
  const written = new Set(others.flatMap(({ writes, mentions }) => writes.concat(mentions)));
  const removed = judgement.segments.flatMap((one) => (isRemoving(one) ? one.writes : []));
  return removed.filter((path) => !written.has(path) && !namesTarget(path));
}

/** Behind a slash, and with a dot there, what a link leads to is named. */
export function namesTarget(path: string): boolean {
  return /(?:^|\/)\.?$/u.test(path);
}

export function isRemoving({ text, program, writesContent }: Segments['segments'][number]): boolean {
  return (
    program !== null && (REMOVING.has(program) || program === 'env') && CERTAIN.test(text) && !writesContent
  );
}
