import { useEffect, useState } from 'react';

import { useFileNames, useTakeFirst } from '../app/use-file-names.ts';
import { findMention, type Mention } from './find-mention.ts';

export interface FileCompletion {
  readonly mention: Mention;
  readonly paths: readonly string[];
  readonly chosen: number;
  move(by: number): void;
  close(): void;
  /** Takes what is chosen; where the list is still that of an earlier text, the first as soon as it is found. */
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
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  useEffect(() => setChosen(0), [found]);
  useEffect(() => setClosedAt((closed) => (closed === start ? closed : null)), [start]);
  const takeFirst = useTakeFirst(wanted, found, (path) => {
    if (mention !== null) take(mention, path);
  });
  if (mention === null || found === null || found.paths.length === 0 || closedAt === mention.start)
    return null;
  const { paths } = found;
  return {
    mention,
    paths,
    chosen: Math.min(chosen, paths.length - 1),
    move: (by) => setChosen((chosen + by + paths.length) % paths.length),
    close: () => setClosedAt(mention.start),
    takeChosen: () => {
      const path = paths[Math.min(chosen, paths.length - 1)];
      if (found.text !== wanted) takeFirst();
      else if (path !== undefined) take(mention, path);
    },
  };
}
