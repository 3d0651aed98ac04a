import { fail, rookError, succeed, type Connection, type Provider, type Result } from '@rook/contract';
import { findModels } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import type { ModelComposition } from '../compose-models.ts';
import { openModel } from '../compose.ts';

/** Which providers an option is for; what is not named here is for all. */
const ONLY_FOR: readonly (readonly [string, string, readonly Provider[]])[] = [
  ['region', '--region', ['azure']],
  ['apiVersion', '--api-version', ['azure']],
  ['script', '--script', ['scripted']],
  ['keyless', '--keyless', ['openai-compatible', 'scripted']],
  ['baseUrl', '--base-url', ['anthropic', 'openai', 'xai', 'azure', 'google', 'openai-compatible']],
  ['keyEnv', '--key-env', ['anthropic', 'openai', 'xai', 'azure', 'google', 'openai-compatible']],
  ['keyStdin', '--key-stdin', ['anthropic', 'openai', 'xai', 'azure', 'google', 'openai-compatible']],
];

/** Refuses a connection that could never work, before anything is asked for or written. */
export async function checkFits(
  call: CommandCall,
  { settings }: ModelComposition,
  connection: Connection,
): Promise<Result<void>> {
  const { name, provider } = connection;
  for (const [option, shown, providers] of ONLY_FOR) {
    if (!call.options.has(option) && !call.switches.has(option)) continue;
    if (!providers.includes(provider)) return refuse(explain(shown, provider, providers));
  }
  const found = { connection, origin: 'settings', inUse: false, moved: false } as const;
  const models = findModels(found, settings);
  if (models.main === null) {
    return refuse(`${provider} has no model of its own; name one with --main MODEL.`);
  }
  if (provider !== 'scripted') return succeed(undefined);
  if (connection.script === undefined) {
    return refuse(`"${name}" has nothing to play; name its script with --script FILE.`);
  }
  const resolved = { connection, origin: 'settings', models, key: null, keyOrigin: null } as const;
  const opened = await openModel(call, resolved, models.main.name);
  if (!opened.ok) return opened;
  opened.value.close();
  return succeed(undefined);
}

function explain(shown: string, provider: Provider, providers: readonly Provider[]): string {
  if (shown === '--keyless') {
    return `${provider} refuses everybody without a key; --keyless is for ${providers.join(' and ')}.`;
  }
  if (provider === 'scripted') return `A script is played without ${shown}; leave it out.`;
  return `${shown} is for ${providers.join(' and ')}, not for ${provider}.`;
}

function refuse(sentence: string): Result<never> {
  return fail(rookError('usage', `${sentence} Nothing was written.`));
}
