import { fail, nearestName, rookError, succeed, type Result } from '@rook/contract';
import { createRedactor, keyName, removeConnectionText, type KeySources } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeUsableModels } from '../compose-models.ts';
import { visibleLine } from '../terminal/visible.ts';

/** The settings first: a connection goes away although its key cannot be reached, which is then said. */
export async function removeModel(call: CommandCall): Promise<Result<void>> {
  const composed = await composeUsableModels(call);
  if (!composed.ok) return composed;
  const { settings, settingsFiles, sources } = composed.value;
  const name = call.arguments.get('NAME') ?? '';
  const names = settings.values.connections.map((connection) => connection.name);
  if (!names.includes(name)) return fail(rookError('unknown_connection', unknown(name, names)));
  const written = await settingsFiles.update('user', (text) => removeConnectionText(text, name));
  if (!written.ok) return written;
  const removed = await removeKey(sources, name);
  const problem = removed.ok ? null : `Its key could not be removed: ${removed.error.message}`;
  const hadKey = removed.ok && removed.value;
  if (call.json) {
    call.terminal.printJson({ removed: name, key: hadKey, ...(problem === null ? {} : { problem }) });
    return succeed(undefined);
  }
  const what = hadKey ? ' and its key were removed' : ' was removed';
  const rest = hadKey || problem !== null ? '' : '; it had no key';
  call.terminal.print({ text: visibleLine(name), style: 'bold' }, what + rest);
  if (problem !== null) call.terminal.note({ text: 'problem  ', style: 'yellow' }, visibleLine(problem));
  return succeed(undefined);
}

/** Whether there was one. */
async function removeKey({ openSecrets }: KeySources, name: string): Promise<Result<boolean>> {
  const secrets = await openSecrets();
  if (!secrets.ok) return secrets;
  const key = await secrets.value.get(keyName(name));
  if (!key.ok) return key;
  for (const place of [keyName(name), keyName(name, 'bond')]) {
    const removed = await secrets.value.remove(place);
    if (!removed.ok) return removed;
  }
  return succeed(key.value !== null);
}

function unknown(wanted: string, names: readonly string[]): string {
  // Somebody may have given a key in the place of a name.
  const name = createRedactor({ secrets: [] }).redactText(wanted).text;
  if (names.length === 0) return `There is no connection "${name}": none is configured.`;
  const near = nearestName(wanted, names);
  return `There is no connection "${name}"; ${near === undefined ? `there are ${names.join(', ')}.` : `did you mean ${near}?`}`;
}
