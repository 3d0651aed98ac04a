import type { ChangeSetId, EntryDraft, SessionId } from '@rook/contract';

import { COMMAND_LIMITS } from '../commands/command-limits.ts';
import { recoverOutput, type RecoveredOutput } from '../commands/recover-output.ts';
import { showOutput } from '../commands/show-output.ts';
import { createIgnoreRules } from '../gate/workspace-gate.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { LeftCommand } from './fold-left-commands.ts';
import { recoverCommandChanges, type RecoveredChanges } from './recover-command-changes.ts';
import type { RecordSetup } from './session.ts';

const MOST_FILES = 300_000;
const MOST_NAMED = 50;

/**
 * Writes down the end of commands that ran when their process of Rook died, each with what is known of its output, and behind what it
 * changed, which can be rewound. What of them still runs is ended: nobody would know of it. How they would have ended nobody knows. The
 * person is told too. Whoever dies on the
 * way is followed by somebody who goes on where the journal ends. False where not all of it could be written down.
 */
export async function closeLeftCommands(
  setup: RecordSetup,
  { session, journal }: { readonly session: SessionId; readonly journal: Pick<Journal, 'append'> },
  left: readonly LeftCommand[],
): Promise<boolean> {
  let isWritten = true;
  for (const command of left) {
    const { command_id: id, mark } = command.started;
    const stillRan = mark === undefined ? [] : ((await setup.commandShell?.endMarked([mark])) ?? []);
    const sentences = [
      'The process of Rook ended while this command ran, so how it ended is not known.',
      stillRan.length > 0 ? 'It was still running, and was ended now.' : 'It runs no more.',
    ];
    const recovered = await recoverCommandChanges(setup, journal, command);
    if (!recovered.ok) sentences.push(`What it changed could not be recorded: ${recovered.error.message}`);
    if (recovered.ok && recovered.value !== null) sentences.push(...tellRecovered(recovered.value));
    else sentences.push(await tellChangedSince(setup.workspace, Date.parse(command.started.timestamp)));
    const printed = await recoverOutput(setup.store, session, id);
    sentences.push(tellPrinted(printed));
    const told = sentences.join(' ');
    setup.log?.write('warn', `${id}: ${told}`, { session });
    setup.listener.notice?.(`${id}: ${told}`);
    const changeSet = recovered.ok ? (recovered.value?.changeSet ?? null) : null;
    const written = await journal.append([endOf(command, { told, printed, changeSet })], { durable: true });
    isWritten &&= written.ok;
  }
  // What was seen before a command whose end stands in the journal, and noted of its output, serves nobody any more.
  if (isWritten) {
    await setup.store.looks.clear(session);
    await setup.store.outputs.clear(session);
  }
  return isWritten;
}

function tellPrinted(printed: RecoveredOutput | null): string {
  if (printed === null) return 'What it printed, if anything, is not known.';
  return printed.isWhole
    ? 'All that it printed is kept.'
    : 'What it had printed when that was last noted is kept; there may have been more.';
}

interface LeftEnd {
  /** What there is to say. */
  readonly told: string;
  readonly printed: RecoveredOutput | null;
  readonly changeSet: ChangeSetId | null;
}

function endOf({ started }: LeftCommand, { told, printed, changeSet }: LeftEnd): EntryDraft {
  const { command_id: id, turn_id: turn } = started;
  const { blob = null, droppedBytes: dropped = 0 } = printed ?? {};
  return {
    event_type: 'command_ended',
    command_id: id,
    ...(turn === undefined ? {} : { turn_id: turn }),
    exit_code: null,
    signal: null,
    timed_out: false,
    output:
      printed === null
        ? told
        : `[${told}]\n${showOutput(printed.output, COMMAND_LIMITS.displayBytes, '').text}`,
    timing_ms: 0,
    ended_by: 'unknown',
    ...(printed === null || blob === null
      ? {}
      : {
          whole: { blob, bytes: printed.output.bytes, ...(dropped === 0 ? {} : { dropped_bytes: dropped }) },
        }),
    ...(printed?.output.isBinary === true ? { binary: true } : {}),
    ...(changeSet === null ? {} : { change_set_id: changeSet }),
  };
}

function tellRecovered({ changeSet, files, more }: RecoveredChanges): readonly string[] {
  if (changeSet === null) return ['No file has changed since it began, but for what others wrote down.'];
  const named = files.map(({ path, how }) => `${path} (${how})`);
  const lost = files.flatMap(({ path, isLost }) => (isLost ? [path] : []));
  return [
    `Changed since it began, by it or by somebody else (${changeSet}): ${nameSome(named, more)}.`,
    ...(lost.length === 0 ? [] : [`Cannot be rewound, because nobody has their content: ${nameSome(lost)}.`]),
  ];
}

/** What can be said where nobody looked before: nothing of what is gone. */
async function tellChangedSince(workspace: Workspace | null, since: number): Promise<string> {
  const changed = workspace === null ? [] : await findChangedSince(workspace, since);
  return changed.length === 0
    ? 'No file that is there has changed since it began.'
    : `Changed since it began, by it or by somebody else: ${nameSome(changed)}. Their old content was not kept for it.`;
}

function nameSome(names: readonly string[], uncounted = 0): string {
  const more = Math.max(0, names.length - MOST_NAMED) + uncounted;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
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
