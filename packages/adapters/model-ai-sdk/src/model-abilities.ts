import type { ModelAbilities } from '@rook/engine';

import type { ModelProvider } from './connection.ts';

/** What a model can do (C-12). A name that no row knows gets what the provider's models of today can. */
export function findAbilities(provider: ModelProvider, name: string): ModelAbilities {
  // Gateways write the maker before the name: `x-ai/grok-4`.
  const bare = name.toLowerCase().replace(/^.*\//u, '');
  const isForeign = provider === 'azure' || provider === 'openai-compatible';
  for (const row of isForeign ? Object.values(TABLES).flat() : TABLES[provider]) {
    if (row.names.test(bare)) return read(row.can);
  }
  return read('tools strict vision thinking');
}

/** The first row whose pattern fits counts; a word that is missing means no. */
interface Row {
  readonly names: RegExp;
  readonly can: string;
}

const XAI: readonly Row[] = [
  { names: /^grok-(?:2-image|imagine)/u, can: '' },
  { names: /^grok-2-vision-(?:1212|latest)$/u, can: 'tools strict vision' },
  { names: /^grok-2-vision/u, can: 'tools vision' },
  { names: /^grok-2-(?:1212|latest)$/u, can: 'tools strict' },
  { names: /^grok-(?:1|2|beta|vision)/u, can: 'tools' },
  { names: /^grok-3-mini/u, can: 'tools strict thinking' },
  { names: /^grok-3/u, can: 'tools strict' },
  { names: /^grok-code/u, can: 'tools strict thinking' },
  { names: /^grok.*non-reasoning/u, can: 'tools strict vision' },
  { names: /^grok/u, can: 'tools strict vision thinking' },
];

const ANTHROPIC: readonly Row[] = [
  { names: /^claude-(?:2|instant)/u, can: '' },
  { names: /^claude-3-7/u, can: 'tools vision thinking' },
  { names: /^claude-3-5-haiku|^claude-3-haiku/u, can: 'tools vision' },
  { names: /^claude-3/u, can: 'tools vision' },
  { names: /^claude-(?:opus|sonnet)-4(?:-0|-\d{8}|$)/u, can: 'tools vision thinking' },
  { names: /^claude/u, can: 'tools strict vision thinking' },
];

const OPENAI: readonly Row[] = [
  { names: /^gpt-3\.5|^gpt-4(?:-\d{4}|$)/u, can: 'tools' },
  { names: /^gpt-4-turbo|^gpt-4o-2024-05-13/u, can: 'tools vision' },
  { names: /^o1-(?:mini|preview)/u, can: 'thinking' },
  { names: /^o3-mini/u, can: 'tools strict thinking' },
  { names: /^gpt-oss/u, can: 'tools strict thinking' },
  { names: /^gpt-(?:4|5-chat)|^chatgpt/u, can: 'tools strict vision' },
  { names: /^(?:o\d|gpt)/u, can: 'tools strict vision thinking' },
];

const GOOGLE: readonly Row[] = [
  { names: /^gemma/u, can: 'vision' },
  { names: /^gemini-(?:1|2\.0)/u, can: 'tools strict vision' },
  { names: /^gemini/u, can: 'tools strict vision thinking' },
];

const TABLES: Readonly<Record<ModelProvider, readonly Row[]>> = {
  xai: XAI,
  anthropic: ANTHROPIC,
  openai: OPENAI,
  google: GOOGLE,
  azure: [],
  'openai-compatible': [],
};

function read(can: string): ModelAbilities {
  const words = new Set(can.split(' '));
  return {
    tools: words.has('tools'),
    structured: words.has('strict') ? 'strict' : 'none',
    vision: words.has('vision'),
    thinking: words.has('thinking'),
  };
}
