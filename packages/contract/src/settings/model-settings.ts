import * as z from 'zod';

import { connectionSchema } from '../models/connection.ts';
import { userSetting, workspaceSetting } from './define-setting.ts';

const rate = z.number().min(0).max(1_000_000);

/** US dollars for a million tokens, each kind of token in its own bucket. */
const priceSchema = z.strictObject({
  input: rate,
  output: rate,
  cacheRead: rate.exactOptional(),
  cacheWrite: rate.exactOptional(),
  reasoning: rate.exactOptional(),
  image: rate.exactOptional(),
});

const modelName = z.string().min(1).max(200).nullable();
const dollars = z.number().min(0).max(1_000_000).nullable();

function limit(what: string, standard: number | null, items: readonly string[]) {
  return workspaceSetting(
    { kind: 'lower' },
    {
      schema: dollars,
      default: standard,
      description: `The most, in US dollars, that ${what} may cost; reserved before the call. null means no limit.`,
      items,
    },
  );
}

function role(what: string, fallback: string, environment: string, formerly?: string) {
  return userSetting({
    schema: modelName,
    default: null,
    description: `The model for ${what}; null takes the connection's own (${fallback}).`,
    items: ['C-06'],
    environment,
    choosesModel: true,
    ...(formerly === undefined ? {} : { formerly }),
  });
}

/** How models are reached and what they may cost. */
export const modelSettings = {
  connections: userSetting({
    schema: z.array(connectionSchema).max(100),
    default: [],
    description:
      'How to reach models: name, provider and, where needed, base URL, region, API version and models; `rook model add` writes them.',
    items: ['C-04'],
    choosesModel: true,
  }),
  'model.connection': userSetting({
    schema: z.string().min(1).max(64).nullable(),
    default: null,
    description: 'The name of the connection in use; null means the first one.',
    items: ['C-04'],
    choosesModel: true,
  }),
  'secrets.place': userSetting({
    schema: z.enum(['auto', 'keychain', 'file']),
    default: 'auto',
    description:
      "Where keys are kept: the system's keychain, or an encrypted file; auto takes the keychain where one works.",
    items: ['N-07'],
    choosesModel: true,
  }),
  'model.main': role('the conversation', '`claude-opus-4-6` at Anthropic, `grok-4` at xAI', 'MODEL'),
  'model.fast': role('planning, titles and summaries', '`grok-3-mini` at xAI', 'FAST_MODEL'),
  'model.vision': role('understanding images', '`grok-4` at xAI', 'VISION_MODEL', 'grok.modelVision'),
  'model.image': role('creating images', '`grok-2-image` at xAI', 'IMAGE_MODEL', 'grok.modelImageCreate'),
  'model.effort': userSetting({
    schema: z.enum(['adaptive', 'off', 'low', 'medium', 'high']),
    default: 'adaptive',
    description: 'How long the model may think before it answers.',
    items: ['C-05', 'C-23'],
  }),
  'model.maxOutputTokens': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1).max(1_000_000),
      default: 16_384,
      description: 'The most tokens that one answer may have.',
      items: ['C-07'],
      formerly: 'grok.maxOutputTokens',
    },
  ),
  'model.timeout': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1).max(86_400),
      default: 300,
      description: 'Seconds after which a call fails with the offer to retry.',
      items: ['C-08'],
      formerly: 'grok.apiTimeout',
    },
  ),
  'model.structured': workspaceSetting(
    { kind: 'taste' },
    {
      schema: z.boolean(),
      default: false,
      description: "Ask for the reply through the provider's structured output where the model can.",
      items: ['C-09'],
      formerly: 'grok.useStructuredOutputs',
    },
  ),
  'model.cleanup': userSetting({
    schema: z.boolean(),
    default: false,
    description: 'Let the fast model mend a reply in text that repair could not read; costs a call.',
    items: ['C-13'],
  }),
  'model.prices': userSetting({
    schema: z.record(z.string().min(1).max(200), priceSchema),
    default: {},
    description: 'Prices that replace the built-in table: model name to US dollars for a million tokens.',
    items: ['C-22'],
  }),
  'budget.call': limit('one model call', null, ['L-13', 'C-22']),
  'budget.turn': limit('one turn', null, ['L-13', 'C-22']),
  'budget.session': limit('one session', null, ['L-13', 'C-22']),
  'budget.run': limit('one pipeline run', 10, ['L-13']),
  'budget.day': limit('one day, over all sessions,', null, ['L-13', 'C-22']),
};
