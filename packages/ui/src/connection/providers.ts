import type { CallInput } from '@rook/contract';

export type FormProvider = CallInput<'connection_test'>['provider'];

interface ProviderFields {
  readonly value: FormProvider;
  readonly label: string;
  readonly text?: string;
  readonly key: 'needed' | 'optional';
  readonly baseUrl: 'none' | 'needed' | 'optional';
  readonly model: 'needed' | 'optional';
  readonly hasRegion: boolean;
  /** What the connection is called until somebody calls it otherwise. */
  readonly name: string;
}

const plain = { key: 'needed', baseUrl: 'none', model: 'optional', hasRegion: false } as const;

/** Who can answer, and what each has to be told. */
export const FORM_PROVIDERS: readonly ProviderFields[] = [
  { ...plain, value: 'anthropic', label: 'Anthropic', name: 'anthropic' },
  { ...plain, value: 'openai', label: 'OpenAI', name: 'openai' },
  { ...plain, value: 'google', label: 'Google', name: 'google' },
  { ...plain, value: 'xai', label: 'xAI', name: 'xai' },
  {
    value: 'azure',
    label: 'Azure',
    text: 'A resource and a deployment of your own',
    key: 'needed',
    baseUrl: 'optional',
    model: 'needed',
    hasRegion: true,
    name: 'azure',
  },
  {
    value: 'openai-compatible',
    label: 'OpenAI-compatible',
    text: 'Ollama, vLLM, LM Studio and others; also without a key',
    key: 'optional',
    baseUrl: 'needed',
    model: 'needed',
    hasRegion: false,
    name: 'local',
  },
];

export function fieldsOf(provider: FormProvider): ProviderFields {
  const [first] = FORM_PROVIDERS;
  const found = FORM_PROVIDERS.find(({ value }) => value === provider) ?? first;
  if (found === undefined) throw new Error('There are no providers.');
  return found;
}
