import { fail, nearestName, rookError, succeed, type Result } from '@rook/contract';
import { keyName, removeConnectionText } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeUsableModels } from '../compose-models.ts';
import { visibleLine } from '../terminal/visible.ts';

/** Takes the key away first; when the settings cannot be written, the key is put back. */
export async function removeModel(call: CommandCall): Promise<Result<void>> {
  const composed = await composeUsableModels(call);
  if (!composed.ok) return composed;
  const { settings, settingsFiles, sources } = composed.value;
  const name = call.arguments.get('NAME') ?? '';
  const names = settings.values.connections.map((connection) => connection.name);
  if (!names.includes(name)) return fail(rookError('unknown_connection', unknown(name, names)));
  const secrets = await sources.openSecrets();
  if (!secrets.ok) return secrets;
  const key = await secrets.value.get(keyName(name));
  const removed = key.ok ? await secrets.value.remove(keyName(name)) : key;
  if (!removed.ok) return removed;
  const written = await settingsFiles.update('user', (text) => removeConnectionText(text, name));
  if (!written.ok) {
    if (key.ok && key.value !== null) await secrets.value.set(keyName(name), key.value);
    return written;
  }
  const hadKey = key.ok && key.value !== null;
  if (call.json) call.terminal.printJson({ removed: name, key: hadKey });
  else {
    const what = hadKey ? ' and its key were removed' : ' was removed; it had no key';
    call.terminal.print({ text: visibleLine(name), style: 'bold' }, what);
  }
  return succeed(undefined);
}

function unknown(name: string, names: readonly string[]): string {
  if (names.length === 0) return `There is no connection "${name}": none is configured.`;
  const near = nearestName(name, names);
  return `There is no connection "${name}"; ${near === undefined ? `there are ${names.join(', ')}.` : `did you mean ${near}?`}`;
}
