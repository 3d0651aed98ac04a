import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelAbilities, ModelRequest } from '@rook/engine';

import type { ModelInterface } from '../connection.ts';
import type { PromptStyle } from '../request/write-prompt.ts';

/** What a provider's client is opened with. */
export interface ModelSetup {
  readonly name: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly apiVersion: string | undefined;
  readonly interface: ModelInterface | undefined;
  readonly abilities: ModelAbilities;
  readonly fetch: typeof globalThis.fetch;
}

/** A provider's client for one model, and what this provider wants otherwise than the others. */
export interface OpenedModel {
  readonly model: LanguageModelV4;
  readonly style: PromptStyle;
  /** The forms of schema that the provider holds an answer to: all, those without maps, or only those that require every field. */
  readonly schemas: 'all' | 'without maps' | 'every field required';
  /** What goes along with the request: how long to think, what to keep in the cache. */
  readonly options: (
    request: ModelRequest,
  ) => Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions' | 'maxOutputTokens'>;
  /** Marks in the request itself, where the provider wants them there. */
  readonly mark?: (call: LanguageModelV4CallOptions) => LanguageModelV4CallOptions;
}
