import type { CallOutput, Result } from '@rook/contract';
import { useEffect, useState } from 'react';

import { useScope } from '../app/scope.tsx';

export interface WhyAnswer {
  readonly why: CallOutput<'why'>;
  /** The lines of the file now; null where it is no text. */
  readonly lines: readonly string[] | null;
}

/** Null: the answer is on its way. */
export function useWhy(path: string, line: number | null): Result<WhyAnswer> | null {
  const { workbench } = useScope();
  const [answer, setAnswer] = useState<Result<WhyAnswer> | null>(null);
  useEffect(() => {
    let isOld = false;
    setAnswer(null);
    const ask = async (): Promise<void> => {
      const [why, file] = await Promise.all([
        workbench.call('why', { path, ...(line === null ? {} : { line }) }),
        workbench.call('file_show', { path }),
      ]);
      if (isOld) return;
      const text = file.ok ? file.value.text : null;
      setAnswer(why.ok ? { ok: true, value: { why: why.value, lines: text?.split('\n') ?? null } } : why);
    };
    void ask();
    return () => {
      isOld = true;
    };
  }, [workbench, path, line]);
  return answer;
}
