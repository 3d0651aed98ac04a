import type { CallInput, CallName, CallOutput, Result, RookError } from '@rook/contract';
import { useCallback, useEffect, useState } from 'react';

import { useScope } from '../app/scope.tsx';

/** An answer of the workbench, as a view shows it. What was once there stays while it is asked for again. */
export interface Called<Value> {
  readonly value: Value | null;
  /** Why the last try gave nothing. */
  readonly error: RookError | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/**
 * Asks when the input or the version is another one. Null asks nothing. An answer to an older question is dropped, and
 * for another input nothing old is shown.
 */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
  version: string | number = 0,
): Called<CallOutput<Name>> {
  const { workbench } = useScope();
  const [tries, setTries] = useState(0);
  const question = input === null ? null : JSON.stringify(input);
  const [answer, setAnswer] = useState<Answer<CallOutput<Name>> | null>(null);
  const [asked, setAsked] = useState('');
  const stamp = `${question ?? ''} ${version} ${tries}`;
  useEffect(() => {
    if (input === null || question === null) return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const result = await workbench.call(name, input);
      if (isOver) return;
      setAnswer((former) => keepValue(former, question, result));
      setAsked(stamp);
    };
    void ask();
    return () => {
      isOver = true;
    };
    // The question stands for the input, which may be made anew with each render.
  }, [workbench, name, stamp]);
  const reload = useCallback(() => setTries((count) => count + 1), []);
  const shown = answer?.question === question ? answer : null;
  return {
    value: shown?.value ?? null,
    error: shown?.error ?? null,
    isLoading: question !== null && asked !== stamp,
    reload,
  };
}

interface Answer<Value> {
  readonly question: string;
  readonly value: Value | null;
  readonly error: RookError | null;
}

function keepValue<Value>(
  former: Answer<Value> | null,
  question: string,
  result: Result<Value>,
): Answer<Value> {
  if (result.ok) return { question, value: result.value, error: null };
  return { question, value: former?.question === question ? former.value : null, error: result.error };
}
