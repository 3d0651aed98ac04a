import { join, resolve } from 'node:path';

import { fail, parseEntry, rookError, succeed, type EntryOf, type Result } from '@rook/contract';
import type { Line, Store, StoredSession, UnfinishedCommand } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { checkOutput, writeOutput } from '../compose.ts';
import { visibleLine } from '../terminal/visible.ts';
import { findSession } from './find-session.ts';
import { describeUnfinished, HOW_TO_SETTLE, loadUnfinished, tellUnfinished } from './tell-unfinished.ts';

interface EndedCommand {
  readonly session: StoredSession;
  readonly end: EntryOf<'command_ended'>;
  /** Null where its beginning is not there. */
  readonly line: string | null;
  /** Those that a killed process left meanwhile, where the last one was wanted. */
  readonly unfinished: readonly UnfinishedCommand[];
}

/** Shows all that a command printed, or writes it into a file byte for byte. */
export async function showCommandOutput(call: CommandCall): Promise<Result<void>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store, folders } = composed.value;
  const found = await findCommand(store, call);
  if (!found.ok) return found;
  const { whole, binary, ended_by: by } = found.value.end;
  if (!call.json) tellUnfinished(call, found.value.unfinished);
  const wantsFile = call.options.get('output');
  if (whole === undefined) return tellNothing(call, found.value);
  const opened = await store.blobs.read(whole.blob);
  if (!opened.ok) return opened;
  if (opened.value === null) {
    const sentence = `What ${found.value.end.command_id} printed is not kept any more.`;
    return wantsFile === undefined && !call.json
      ? tellNothing(call, found.value)
      : fail(rookError('not_found', sentence));
  }
  if (by === 'unknown' && !call.json) call.terminal.note(UNKNOWN_END);
  if (wantsFile === undefined) {
    if (call.json) return tell(call, found.value);
    const pass = call.terminal.startBytes();
    if (pass !== null) return passOn(call, opened.value, pass);
    if (binary === true)
      return fail(
        rookError(
          'usage',
          `It printed ${whole.bytes} bytes that are no text; --output FILE writes them into a file.`,
        ),
      );
    return print(call, opened.value);
  }
  const own = folders.workspaceFolder ?? join(folders.home, 'sessions');
  const rules = { force: call.switches.has('force'), ownFolders: [...new Set([folders.home, own])] };
  const path = await checkOutput(resolve(call.surroundings.currentFolder, wantsFile), rules);
  if (!path.ok) return path;
  const written = await writeOutput(path.value, opened.value, rules);
  if (!written.ok) return written;
  return tell(call, found.value, path.value);
}

const UNKNOWN_END =
  'Rook was killed while it ran. This is what is known of what it printed; there may have been more.';

async function findCommand(store: Store, call: CommandCall): Promise<Result<EndedCommand>> {
  const id = call.arguments.get('ID');
  const named = call.options.get('session');
  const sessions = named === undefined ? await store.list() : await findNamed(store, named);
  if (!sessions.ok) return sessions;
  const chosen = named === undefined ? null : (sessions.value[0]?.id ?? null);
  const unfinished = await loadUnfinished(store, chosen);
  for (const session of sessions.value) {
    const ended = await findEnded(store, session, id);
    if (!ended.ok) return ended;
    if (ended.value !== null)
      return succeed({ ...ended.value, unfinished: id === undefined ? unfinished : [] });
  }
  const left = unfinished.find(({ command }) => id === undefined || command.endsWith(id));
  if (left !== undefined)
    return fail(
      rookError(
        'not_found',
        `${describeUnfinished(left)}. What it printed is not recorded yet; ${HOW_TO_SETTLE}`,
      ),
    );
  const what = id === undefined ? 'No command has ended' : `There is no ended command ${id}`;
  const where = named === undefined ? 'in this workspace' : 'in this session';
  const advice = '`rook session show` names the commands of a session';
  return fail(rookError('not_found', `${what} ${where}${id === undefined ? '' : `; ${advice}`}.`));
}

async function findNamed(store: Store, named: string): Promise<Result<readonly StoredSession[]>> {
  const session = await findSession(store, named);
  return session.ok ? succeed([session.value]) : session;
}

/** The last one, or the one whose id ends so; null where there is none. */
async function findEnded(
  store: Store,
  session: StoredSession,
  id: string | undefined,
): Promise<Result<Omit<EndedCommand, 'unfinished'> | null>> {
  const lines = new Map<string, string>();
  let found: EntryOf<'command_ended'> | null = null;
  for await (const batch of store.read(session.id)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      const entry = readCommand(line);
      if (entry === null || (id !== undefined && !entry.command_id.endsWith(id))) continue;
      if (entry.event_type === 'command_ended') found = entry;
      else if (typeof entry.command === 'string') lines.set(entry.command_id, entry.command);
    }
  }
  return succeed(found === null ? null : { session, end: found, line: lines.get(found.command_id) ?? null });
}

const MARK = '"event_type":"command_';

function readCommand({ bytes, whole }: Line): EntryOf<'command_started' | 'command_ended'> | null {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (whole !== undefined || !line.includes(MARK)) return null;
  try {
    const read = parseEntry(JSON.parse(line.toString('utf8')));
    if (read.kind !== 'known') return null;
    const { entry } = read;
    return entry.event_type === 'command_started' || entry.event_type === 'command_ended' ? entry : null;
  } catch {
    return null;
  }
}

/** To a file or a program, byte for byte. */
async function passOn(
  { terminal }: CommandCall,
  pieces: AsyncIterable<Result<Uint8Array>>,
  pass: (bytes: Uint8Array) => void,
): Promise<Result<void>> {
  for await (const piece of pieces) {
    if (!piece.ok) return piece;
    pass(piece.value);
    await terminal.ready();
  }
  return succeed(undefined);
}

/** Made visible, because a screen would obey what stands in it. */
async function print(
  { terminal }: CommandCall,
  pieces: AsyncIterable<Result<Uint8Array>>,
): Promise<Result<void>> {
  const decoder = new TextDecoder();
  const text = terminal.startText();
  for await (const piece of pieces) {
    if (!piece.ok) return piece;
    text.write(decoder.decode(piece.value, { stream: true }));
    await terminal.ready();
  }
  text.write(decoder.decode());
  text.endLine();
  return succeed(undefined);
}

function tellNothing(call: CommandCall, command: EndedCommand): Result<void> {
  if (call.json || call.options.has('output')) return tell(call, command);
  const { end } = command;
  const kept = typeof end.output === 'string' ? end.output : end.output.preview;
  if (kept === '') call.terminal.note('It printed nothing.');
  else {
    call.terminal.note('Of what it printed, only this is kept:');
    call.terminal.print(kept);
  }
  return succeed(undefined);
}

function tell(
  { terminal, json }: CommandCall,
  { session, end, line, unfinished }: EndedCommand,
  file?: string,
): Result<void> {
  const { whole } = end;
  const [bytes, dropped] = [whole?.bytes ?? 0, whole?.dropped_bytes ?? 0];
  if (json) {
    terminal.printJson({
      session: session.id,
      command: end.command_id,
      line,
      exitCode: end.exit_code,
      signal: end.signal,
      endedBy: end.ended_by ?? 'itself',
      bytes,
      droppedBytes: dropped,
      binary: end.binary === true,
      blob: whole?.blob ?? null,
      ...(file === undefined ? {} : { file }),
      ...(unfinished.length === 0 ? {} : { unfinished }),
    });
    return succeed(undefined);
  }
  const lost = dropped === 0 ? '' : ` ${dropped} bytes in its middle were not kept.`;
  const written = file === undefined ? 'It printed nothing.' : `Written to ${file}.`;
  terminal.note(visibleLine(`${line ?? end.command_id}: ${bytes} bytes. ${written}${lost}`));
  return succeed(undefined);
}
