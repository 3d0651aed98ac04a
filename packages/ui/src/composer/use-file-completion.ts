import { useEffect, useState } from 'react';

import { useScope } from '../app/scope.tsx';
import { findMention, type Mention } from './find-mention.ts';

export interface FileCompletion {
  readonly mention: Mention;
  readonly paths: readonly string[];
  readonly chosen: number;
  move(by: number): void;
  close(): void;
}

const MOST_PATHS = 12;

/** Null where there is nothing to complete. A closed list stays closed until another `@`. */
export function useFileCompletion(text: string, caret: number): FileCompletion | null {
  const { workbench } = useScope();
  const mention = findMention(text, caret);
  const wanted = mention?.text ?? null;
  const start = mention?.start ?? null;
  const [found, setFound] = useState<{ readonly wanted: string; readonly paths: readonly string[] } | null>(
    null,
  );
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const result = await workbench.call('file_find', { text: wanted, limit: MOST_PATHS });
      if (isOver) return;
      setFound({ wanted, paths: result.ok ? result.value.paths : [] });
      setChosen(0);
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [workbench, wanted]);
  useEffect(() => setClosedAt((closed) => (closed === start ? closed : null)), [start]);
  if (mention === null || found === null || found.paths.length === 0 || closedAt === mention.start)
    return null;
  const { paths } = found;
  return {
    mention,
    paths,
    chosen: Math.min(chosen, paths.length - 1),
    move: (by) => setChosen((chosen + by + paths.length) % paths.length),
    close: () => setClosedAt(mention.start),
  };
}
