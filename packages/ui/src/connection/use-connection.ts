import type { CallInput, CallOutput, RookError } from '@rook/contract';
import { useState } from 'react';

import { useScope } from '../app/scope.tsx';
import { fieldsOf, type FormProvider } from './providers.ts';

/** What was typed. The key lives here and nowhere else in the page, until the form goes. */
interface ConnectionWords {
  readonly provider: FormProvider;
  readonly name: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly region: string;
  readonly model: string;
}

type Tested = CallOutput<'connection_test'>;

export interface ConnectionState {
  readonly words: ConnectionWords;
  readonly busy: 'test' | 'keep' | null;
  /** Of exactly these words; null: they were not tested. */
  readonly tested: Tested | null;
  readonly problem: string | null;
  /** Keeping what was not tested, or failed, was asked for once; the next time it is done. */
  readonly isUnsure: boolean;
  readonly change: (words: Partial<ConnectionWords>) => void;
  readonly test: () => Promise<void>;
  readonly keep: () => Promise<void>;
}

const FIRST: ConnectionWords = {
  provider: 'anthropic',
  name: fieldsOf('anthropic').name,
  key: '',
  baseUrl: '',
  region: '',
  model: '',
};

export function useConnection(kept: () => void): ConnectionState {
  const { workbench, about, toasts } = useScope();
  const [words, setWords] = useState(FIRST);
  const [busy, setBusy] = useState<ConnectionState['busy']>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnsure, setUnsure] = useState(false);
  const forget = (): void => {
    setTested(null);
    setProblem(null);
    setUnsure(false);
  };
  const change = (changed: Partial<ConnectionWords>): void => {
    forget();
    const isNamed = words.name !== fieldsOf(words.provider).name;
    const { provider } = changed;
    const name = provider === undefined || isNamed ? {} : { name: fieldsOf(provider).name };
    setWords({ ...words, ...name, ...changed });
  };
  const test = async (): Promise<void> => {
    forget();
    setBusy('test');
    const answer = await workbench.call('connection_test', {
      ...filled(words),
      name: words.name.trim() || 'test',
    });
    setBusy(null);
    if (answer.ok) setTested(answer.value);
    else setProblem(answer.error.message);
  };
  const keep = async (): Promise<void> => {
    if (tested?.ok !== true && !isUnsure) return setUnsure(true);
    setBusy('keep');
    setProblem(null);
    const answer = await workbench.call('connection_keep', {
      ...filled(words),
      name: words.name.trim(),
      use: true,
    });
    setBusy(null);
    if (!answer.ok) return setProblem(explain(answer.error));
    setWords({ ...words, key: '' });
    const { name, keyPlace, inUse } = answer.value;
    const where = keyPlace === null ? '' : ` Its key is in ${keyPlace}.`;
    toasts.done(
      inUse
        ? `“${name}” answers from now on.${where}`
        : `“${name}” was kept.${where} A variable of the environment names another one, which answers.`,
    );
    await about.refresh();
    return kept();
  };
  return { words, busy, tested, problem, isUnsure, change, test, keep };
}

/** Only what the provider has a use for; what was typed for another one is left out. */
function filled(words: ConnectionWords): CallInput<'connection_test'> {
  const { baseUrl, hasRegion } = fieldsOf(words.provider);
  const given = {
    key: words.key.trim(),
    model: words.model.trim(),
    baseUrl: baseUrl === 'none' ? '' : words.baseUrl.trim(),
    region: hasRegion ? words.region.trim() : '',
  };
  return {
    provider: words.provider,
    ...(given.key === '' ? {} : { key: given.key }),
    ...(given.model === '' ? {} : { model: given.model }),
    ...(given.baseUrl === '' ? {} : { baseUrl: given.baseUrl }),
    ...(given.region === '' ? {} : { region: given.region }),
  };
}

function explain({ code, message }: RookError): string {
  return code === 'exists' ? `${message} Give this one another name.` : `${message} Nothing was kept.`;
}
