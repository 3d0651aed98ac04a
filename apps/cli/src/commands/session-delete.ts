import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';
import type { Purge, Store, StoredSession } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { hereOrElsewhere, reachHolder } from '../compose-elsewhere.ts';
import { composeStore, type StoreComposition } from '../compose-store.ts';
import { visible } from '../terminal/visible.ts';
import { findSession, findTrashed } from './find-session.ts';

const me = { surface: 'cli' };
/** The part of an id that is drawn by lot. */
const OWN_PART_LENGTH = 8;
const KINDS = ['journal', 'document', 'blob', 'anchor', 'log', 'lock', 'index'] as const;

/** Moves a session to the trash, brings it back, or removes it for good. */
export async function deleteSession(call: CommandCall): Promise<Result<void>> {
  const { switches } = call;
  if (switches.has('undo') && switches.has('purge'))
    return fail(rookError('usage', 'A purge cannot be undone; use --undo or --purge, not both.'));
  if (switches.has('dryRun') && !switches.has('purge'))
    return fail(rookError('usage', '--dry-run shows what --purge would remove; use them together.'));
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  if (switches.has('undo')) return undo(call, store);
  return switches.has('purge') ? purge(call, store) : trash(call, composed.value);
}

async function trash(call: CommandCall, composition: StoreComposition): Promise<Result<void>> {
  const { store } = composition;
  const found = await findSession(store, call.arguments.get('SESSION'));
  if (!found.ok) return found;
  const { id } = found.value;
  const moved = await trashHere(composition, id);
  if (!moved.ok) return moved;
  if (call.json) call.terminal.printJson({ session: id, trashed: true });
  else call.terminal.print(`${id} is in the trash; \`rook session delete ${id} --undo\` brings it back`);
  return succeed(undefined);
}

/** A holder that takes commands gives it free for this, unless a turn runs. */
async function trashHere(composition: StoreComposition, session: SessionId): Promise<Result<unknown>> {
  const { store } = composition;
  return hereOrElsewhere<unknown>(
    async () => store.trash(session, me),
    async () => {
      const holder = await reachHolder(composition, store, session);
      return holder === null ? null : holder.call('session_delete', { session });
    },
  );
}

async function undo(call: CommandCall, store: Store): Promise<Result<void>> {
  const found = await findTrashed(store, call.arguments.get('SESSION'));
  if (!found.ok) return found;
  const { id } = found.value;
  const restored = await store.restore(id, me);
  if (!restored.ok) return restored;
  if (call.json) call.terminal.printJson({ session: id, restored: true });
  else call.terminal.print(`${id} is back`);
  return succeed(undefined);
}

async function purge(call: CommandCall, store: Store): Promise<Result<void>> {
  const found = await findAnywhere(store, call.arguments.get('SESSION'));
  if (!found.ok) return found;
  const { id } = found.value;
  const named = call.arguments.get('SESSION') ?? '';
  if (named !== id && !(named.length >= OWN_PART_LENGTH && id.endsWith(named)))
    return fail(rookError('usage', `A purge wants the whole id, or its last eight digits: ${id}.`));
  const dryRun = call.switches.has('dryRun');
  if (!dryRun && !call.switches.has('yes')) {
    const sentence = `Nothing brings ${id} back after a purge; add --yes to remove it for good`;
    return fail(rookError('approval_needed', `${sentence}, or --dry-run to see what would go.`));
  }
  const purged = await store.purge(id, me, { dryRun });
  if (!purged.ok) return purged;
  if (call.json) call.terminal.printJson({ session: id, purged: !dryRun, ...purged.value });
  else printPurge(call, id, purged.value, dryRun);
  return succeed(undefined);
}

/** A purge takes what is in the list and what is in the trash. */
async function findAnywhere(store: Store, text: string | undefined): Promise<Result<StoredSession>> {
  const listed = await findSession(store, text);
  if (listed.ok || listed.error.code !== 'not_found') return listed;
  const thrown = await findTrashed(store, text);
  return thrown.ok || thrown.error.code !== 'not_found' ? thrown : listed;
}

function printPurge(
  { terminal }: CommandCall,
  id: string,
  { parts, keptBlobs }: Purge,
  dryRun: boolean,
): void {
  terminal.print(dryRun ? `A purge of ${id} would remove:` : `${id} is gone for good. Removed:`);
  for (const kind of KINDS) {
    const ofKind = parts.filter((part) => part.kind === kind);
    if (ofKind.length === 0) continue;
    const bytes = ofKind.reduce((sum, part) => sum + part.bytes, 0);
    terminal.print(`  ${ofKind.length} × ${kind}`, { text: `  ${bytes} bytes`, style: 'dim' });
    if (dryRun) for (const { path } of ofKind) terminal.print(`    ${visible(path)}`);
  }
  if (keptBlobs > 0)
    terminal.print(`  ${keptBlobs} kept: blobs that other sessions name, or may be about to name`);
}
