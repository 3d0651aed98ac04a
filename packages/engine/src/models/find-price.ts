import type { SettingValues } from '@rook/contract';

import type { ModelPrice, Rates } from './model-price.ts';
import { findModelRow } from './model-table.ts';

export interface PricedModel {
  /** As the settings name it: `xai`. */
  readonly provider: string;
  readonly name: string;
  /** Where the connection leads, when it names an address of its own. */
  readonly baseUrl?: string;
}

export interface ListedModel {
  /** Null when nobody said what it costs. It is never taken for free. */
  readonly price: ModelPrice | null;
  readonly contextWindow: number | null;
}

/**
 * What a model costs at a moment: what the user says, then what a provider lists. An endpoint of one's own is
 * free only if the user says so (`model.prices`), because Rook cannot know who pays for it.
 */
export async function findPrice(
  model: PricedModel,
  prices: SettingValues['model.prices'],
  at: Date,
): Promise<ListedModel> {
  const listed = await findListed(model, at);
  const said = Object.hasOwn(prices, model.name) ? prices[model.name] : undefined;
  return said === undefined ? listed : { ...listed, price: { rates: said, long: [] } };
}

/** The providers by the names that the price list has for them. */
const PROVIDERS = new Map([
  ['anthropic', 'anthropic'],
  ['openai', 'openai'],
  ['xai', 'x-ai'],
  ['azure', 'azure'],
  ['google', 'google'],
]);

const NOTHING: ListedModel = { price: null, contextWindow: null };

async function findListed({ provider, name, baseUrl }: PricedModel, at: Date): Promise<ListedModel> {
  // A script asks nobody, so nobody is paid.
  if (provider === 'scripted')
    return { price: { rates: { input: 0, output: 0 }, long: [] }, contextWindow: null };
  const providerId = PROVIDERS.get(provider);
  const where = providerId === undefined ? addressOf(baseUrl) : { providerId };
  if (where === undefined) return NOTHING;
  const row = findModelRow(provider, name);
  try {
    // A third of a megabyte of prices: loaded when the first one is asked for.
    const { calcPrice } = await import('@pydantic/genai-prices');
    const found = calcPrice({}, row?.pricedAs ?? name, { ...where, timestamp: at });
    if (found === null || (row === undefined && !isNamed(found.model, name))) return NOTHING;
    return { price: readPrice(found.model_price), contextWindow: found.model.context_window ?? null };
  } catch {
    // A price that cannot be read is not known.
    return NOTHING;
  }
}

/** A date, the number of a version, or the newest of them. */
const VERSION = /[-@](latest|\d{8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{2}-\d{4}|\d{3,4}|0)$/;
/** Sound has its own price for a token, which the list does not have. */
const SOUND = /(^|-)(audio|realtime|transcribe|tts)(-|$)/;

/** The list also matches by how a name begins; what only begins like a model may be another one, and dearer. */
function isNamed({ id, match }: { readonly id: string; readonly match: unknown }, name: string): boolean {
  const names = new Set([id, ...namesIn(match)].map((known) => known.toLowerCase()));
  const asked = name.toLowerCase();
  if (SOUND.test(asked)) return false;
  return names.has(asked) || names.has(asked.replace(VERSION, ''));
}

/** Every name in the conditions that the list has for a model: `{ or: [{ equals }, { starts_with }] }`. */
function namesIn(match: unknown): readonly string[] {
  if (typeof match === 'string') return [match];
  return typeof match === 'object' && match !== null ? Object.values(match).flatMap(namesIn) : [];
}

function addressOf(baseUrl: string | undefined): { readonly providerApiUrl: string } | undefined {
  return baseUrl === undefined ? undefined : { providerApiUrl: baseUrl };
}

type Listed = number | undefined | { readonly base: number; readonly tiers: readonly Tier[] };
interface Tier {
  readonly start: number;
  readonly price: number;
}

/** Null for what is not priced by tokens alone, as voices and transcripts are. */
function readPrice(listed: Readonly<Record<string, Listed>>): ModelPrice | null {
  const starts = Object.values(listed).flatMap((value) =>
    typeof value === 'object' ? value.tiers.map(({ start }) => start) : [],
  );
  const long = [...new Set(starts)]
    .toSorted((a, b) => a - b)
    .flatMap((over) => {
      const rates = readRates(listed, over + 1);
      return rates === null ? [] : [{ over, rates }];
    });
  const rates = readRates(listed, 0);
  return rates === null ? null : { rates, long };
}

function readRates(listed: Readonly<Record<string, Listed>>, sent: number): Rates | null {
  const rate = (key: string) => rateAt(listed[key], sent);
  const [input, output] = [rate('input_mtok'), rate('output_mtok')];
  if (input === undefined || output === undefined) return null;
  const cacheRead = rate('cache_read_mtok');
  const cacheWrite = rate('cache_write_mtok');
  const reasoning = rate('output_reasoning_mtok');
  const image = rate('input_image_mtok');
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(image === undefined ? {} : { image }),
  };
}

function rateAt(value: Listed, sent: number): number | undefined {
  if (typeof value !== 'object') return value;
  return value.tiers.findLast(({ start }) => sent > start)?.price ?? value.base;
}
