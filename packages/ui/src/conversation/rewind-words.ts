import type { TurnView } from '../state/conversation.ts';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['rewind_changes', 'Took back'],
  ['forward_changes', 'Brought forward again'],
]);

/**
 * A person took changes back, or made them again. It is a turn of the session, so that the model learns of it, but no message:
 * what its entries say is for the record. Null: it is a turn like any other.
 */
export function describeRewind({ activities, rounds, changes, ended }: TurnView): string | null {
  const [call, ...more] = activities;
  const verb = call === undefined ? undefined : KINDS.get(call.name);
  if (call === undefined || verb === undefined || more.length + rounds.length > 0) return null;
  const files = changes.flatMap((change) => (change.state === 'applied' ? change.files : []));
  const paths = [...new Set(files.map(({ path }) => path))];
  if (paths.length === 0)
    return ended === null ? `${verb} …` : 'The rewind was refused. Nothing was written.';
  return `${verb} ${paths.length === 1 ? '1 file' : `${paths.length} files`}: ${paths.join(', ')}`;
}
