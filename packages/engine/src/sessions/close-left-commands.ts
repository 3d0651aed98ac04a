import type { EntryDraft, EntryOf } from '@rook/contract';

import { createIgnoreRules } from '../gate/workspace-gate.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { RecordSetup } from './session.ts';

export type OpenCommand = EntryOf<'command_started'>;

const MOST_FILES = 300_000;
const MOST_NAMED = 50;

/**
 * What is written about commands that ran when their process of Rook died. What of them still runs is ended: nobody would know of it.
 * How they would have ended nobody knows; which files changed since they began, the disk says. The person is told too.
 */
export async function closeLeftCommands(
  {
    workspace,
    commandShell,
    log,
    listener,
  }: Pick<RecordSetup, 'workspace' | 'commandShell' | 'log' | 'listener'>,
  open: readonly OpenCommand[],
): Promise<readonly EntryDraft[]> {
  const drafts: EntryDraft[] = [];
  for (const { command_id: id, turn_id: turn, session_id: session, mark, timestamp } of open) {
    const stillRan = mark === undefined ? [] : ((await commandShell?.endMarked([mark])) ?? []);
    const changed = workspace === null ? [] : await findChangedSince(workspace, Date.parse(timestamp));
    const more = changed.length - MOST_NAMED;
    const sentences = [
      'The process of Rook ended while this command ran, so how it ended is not known.',
      stillRan.length > 0 ? 'It was still running, and was ended now.' : 'It runs no more.',
      changed.length === 0
        ? 'No file that is there has changed since it began.'
        : `Changed since it began, by it or by somebody else: ${changed.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}. Their old content was not kept for it.`,
    ];
    const output = sentences.join(' ');
    log?.write('warn', `${id}: ${output}`, { session });
    listener.notice?.(`${id}: ${output}`);
    drafts.push({
      event_type: 'command_ended',
      command_id: id,
      ...(turn === undefined ? {} : { turn_id: turn }),
      exit_code: null,
      signal: null,
      timed_out: false,
      output,
      timing_ms: 0,
      ended_by: 'unknown',
    });
  }
  return drafts;
}

async function findChangedSince(workspace: Workspace, since: number): Promise<readonly string[]> {
  const rules = createIgnoreRules(workspace, []);
  const seen = await workspace.survey({
    mostFiles: MOST_FILES,
    skips: async (folders) => {
      const ignored = await Promise.all(folders.map(async (folder) => rules.isIgnored(`${folder}/`)));
      return new Set(folders.filter((_folder, place) => ignored[place] !== null));
    },
  });
  if (!seen.ok) return [];
  return [...seen.value.files].flatMap(([path, { changed }]) => (changed >= since ? [path] : [])).toSorted();
}
