import { fail, readSettingValue, rookError, succeed, type Connection, type Result } from '@rook/contract';
import { editSettingsText, keyName, putConnectionText, type Secrets } from '@rook/engine';

import type { ModelComposition } from './compose-models.ts';

export interface KeptConnection {
  readonly path: string;
  /** Where the key is; null when there is none. */
  readonly place: string | null;
}

interface NewConnection {
  readonly connection: Connection;
  readonly key: string | null;
  readonly bond: string | null;
}

interface KeepWish {
  /** One of that name goes away. Otherwise the name is refused with `exists`. */
  readonly replace: boolean;
  /** It is the one that answers from now on. */
  readonly use: boolean;
}

/**
 * The settings first, where the name is taken under the lock, then the key; when it cannot be kept, the settings are
 * put back. In between, an earlier key of that name goes nowhere else than before: it is bound.
 */
export async function keepConnection(
  { settingsFiles, sources, settings }: ModelComposition,
  given: NewConnection,
  wish: KeepWish,
): Promise<Result<KeptConnection>> {
  const { connection } = given;
  const list = [...settings.values.connections.filter(({ name }) => name !== connection.name), connection];
  const fits = readSettingValue('connections', list);
  if (!fits.ok) return fits;
  const secrets = await sources.openSecrets();
  if (!secrets.ok) return secrets;
  const readable = await secrets.value.get(keyName(connection.name));
  if (!readable.ok) return readable;
  const texts: { before: string | null; after: string | null } = { before: null, after: null };
  const written = await settingsFiles.update('user', (text) => {
    const put = putText(text, connection, wish);
    if (put.ok) [texts.before, texts.after] = [text, put.value];
    return put;
  });
  if (!written.ok) return written;
  const kept = await keepKey(secrets.value, given);
  if (kept.ok) {
    const place = given.key === null ? null : secrets.value.place;
    return succeed({ path: settingsFiles.path('user') ?? '', place });
  }
  const undone = await settingsFiles.update('user', (text) =>
    succeed(text === texts.after ? (texts.before ?? '{}\n') : (text ?? '')),
  );
  if (undone.ok) return kept;
  const sentence = `${kept.error.message} The connection was written all the same: ${undone.error.message}`;
  return fail(rookError(kept.error.code, sentence));
}

/** Called under the lock of the settings: of two that add the same name at once, one is refused. */
function putText(text: string | null, connection: Connection, { replace, use }: KeepWish): Result<string> {
  const put = putConnectionText(text, connection, { replace });
  if (!put.ok || !use) return put;
  return editSettingsText(put.value, { name: 'model.connection', value: connection.name, scope: 'user' });
}

/** A key of an earlier connection of that name goes away too: it was kept for another address. */
async function keepKey(
  secrets: Secrets,
  { connection: { name }, key, bond }: NewConnection,
): Promise<Result<void>> {
  for (const [place, value] of [
    [keyName(name), key],
    [keyName(name, 'bond'), bond],
  ] as const) {
    const done = value === null ? await secrets.remove(place) : await secrets.set(place, value);
    if (!done.ok) return done;
  }
  return succeed(undefined);
}
