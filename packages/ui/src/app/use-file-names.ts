import { useEffect, useState } from 'react';

import { useScope } from './scope.tsx';

export interface FileNames {
  /** What was typed when they were asked for; the field may say more by now. */
  readonly text: string;
  readonly paths: readonly string[];
}

const MOST_PATHS = 12;

/** The files that a text may mean; null until the first answer, and where nothing is looked for. */
export function useFileNames(text: string | null): FileNames | null {
  const { workbench } = useScope();
  const [found, setFound] = useState<FileNames | null>(null);
  useEffect(() => {
    if (text === null) return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const result = await workbench.call('file_find', { text, limit: MOST_PATHS });
      if (!isOver) setFound({ text, paths: result.ok ? result.value.paths : [] });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [workbench, text]);
  return text === null ? null : found;
}

/**
 * A name that was asked for before its answer was there: it is taken when the answer comes, and forgotten when the text
 * becomes another.
 */
export function useTakeFirst(
  text: string | null,
  found: FileNames | null,
  take: (path: string) => void,
): () => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || (wanted === text && found?.text !== text)) return;
    setWanted(null);
    const first = found?.paths[0];
    if (wanted === text && first !== undefined) take(first);
  });
  return () => setWanted(text);
}
