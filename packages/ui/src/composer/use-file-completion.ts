import { useEffect, useState } from 'react';

import { useFileNames, useTakeFirst } from '../app/use-file-names.ts';
import { findMention, type Mention } from './find-mention.ts';

export interface FileCompletion {
  readonly mention: Mention;
  readonly paths: readonly string[];
  readonly chosen: number;
  move(by: number): void;
  close(): void;
  /** Takes what was chosen; where nothing was and the list is still that of an earlier text, the first as soon as it is found. */
  takeChosen(): void;
}

/** Null where there is nothing to complete. A closed list stays closed until another `@`. */
export function useFileCompletion(
  text: string,
  caret: number,
  take: (mention: Mention, path: string) => void,
): FileCompletion | null {
  const mention = findMention(text, caret);
  const wanted = mention?.text ?? null;
  const start = mention?.start ?? null;
  const found = useFileNames(wanted);
  /** What somebody moved to: it stays chosen when another list has it too. */
  const [picked, setPicked] = useState<string | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  useEffect(() => setPicked(null), [wanted]);
  useEffect(() => setClosedAt((closed) => (closed === start ? closed : null)), [start]);
  const takeFirst = useTakeFirst(wanted, found, (path) => {
    if (mention !== null) take(mention, path);
  });
  if (mention === null || found === null || found.paths.length === 0 || closedAt === mention.start)
    return null;
  const { paths } = found;
  const chosen = picked === null ? 0 : Math.max(0, paths.indexOf(picked));
  return {
    mention,
    paths,
    chosen,
    move: (by) => setPicked(paths[(chosen + by + paths.length) % paths.length] ?? null),
    close: () => setClosedAt(mention.start),
    takeChosen: () => {
      const path = paths[chosen];
      if (found.text !== wanted && path !== picked) takeFirst();
      else if (path !== undefined) take(mention, path);
    },
  };
}
