import { expect, it } from 'vitest';

import type { ModelProvider } from './connection.ts';
import { findAbilities } from './model-abilities.ts';

const rows: readonly (readonly [ModelProvider, string, string])[] = [
  ['xai', 'grok-2-1212', 'tools strict'],
  ['xai', 'grok-2-vision-1212', 'tools strict vision'],
  ['xai', 'grok-2', 'tools'],
  ['xai', 'grok-2-0813', 'tools'],
  ['xai', 'grok-2-mini', 'tools'],
  ['xai', 'grok-beta', 'tools'],
  ['xai', 'grok-2-image', ''],
  ['xai', 'grok-3', 'tools strict'],
  ['xai', 'grok-3-mini', 'tools strict thinking'],
  ['xai', 'grok-4', 'tools strict vision thinking'],
  ['xai', 'grok-4-fast', 'tools strict vision thinking'],
  ['xai', 'grok-4-fast-non-reasoning', 'tools strict vision'],
  ['xai', 'grok-5', 'tools strict vision thinking'],
  ['anthropic', 'claude-opus-4-6', 'tools strict vision thinking'],
  ['anthropic', 'claude-sonnet-4-20250514', 'tools vision thinking'],
  ['anthropic', 'claude-3-5-haiku-20241022', 'tools vision'],
  ['openai', 'gpt-5', 'tools strict vision thinking'],
  ['openai', 'gpt-4o', 'tools strict vision'],
  ['openai', 'gpt-4o-2024-05-13', 'tools vision'],
  ['openai', 'gpt-4-turbo', 'tools vision'],
  ['openai', 'gpt-3.5-turbo', 'tools'],
  ['openai', 'o3-mini', 'tools strict thinking'],
  ['google', 'gemini-2.5-pro', 'tools strict vision thinking'],
  ['google', 'gemini-2.0-flash', 'tools strict vision'],
  ['azure', 'gpt-3.5-turbo', 'tools'],
  ['azure', 'our-own-deployment', 'tools strict vision thinking'],
  ['openai-compatible', 'x-ai/grok-2', 'tools'],
  ['openai-compatible', 'qwen3', 'tools strict vision thinking'],
];

it.each(rows)('C-12 %s %s can %s', (provider, name, words) => {
  const { tools, structured, vision, thinking } = findAbilities(provider, name);
  const can = [
    tools && 'tools',
    structured === 'strict' && 'strict',
    vision && 'vision',
    thinking && 'thinking',
  ];
  expect(can.filter((word) => word !== false).join(' ')).toBe(words);
});
