import type { StageLack } from '@rook/engine/testing';

import type { ModelInterface, ModelProvider } from '../src/connection.ts';

/** A way to reach a model that has a wire of its own. */
export interface Variant {
  readonly provider: ModelProvider;
  readonly model: string;
  readonly interface?: ModelInterface;
  readonly lacks: readonly StageLack[];
}

export const variants: readonly Variant[] = [
  { provider: 'anthropic', model: 'claude-opus-4-6', lacks: [] },
  { provider: 'openai', model: 'gpt-5', lacks: [] },
  { provider: 'openai', model: 'gpt-5', interface: 'chat', lacks: ['thinking'] },
  { provider: 'xai', model: 'grok-4', lacks: ['seals'] },
  { provider: 'xai', model: 'grok-4', interface: 'responses', lacks: [] },
  { provider: 'azure', model: 'gpt-5', lacks: [] },
  { provider: 'azure', model: 'gpt-5', interface: 'chat', lacks: ['thinking'] },
  { provider: 'google', model: 'gemini-2.5-pro', lacks: ['raw_input'] },
  { provider: 'openai-compatible', model: 'qwen3', lacks: ['seals'] },
];
