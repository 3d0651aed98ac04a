import { dirname } from 'node:path';

import { succeed, type SessionId } from '@rook/contract';

import { createBackgroundJobs } from '../commands/background-jobs.ts';
import { createCommandIds } from '../commands/command-ids.ts';
import { findOtherWrites } from '../edits/find-other-writes.ts';
import { createWorkspaceWatch, type CommandEquipment } from '../gate/workspace-gate.ts';
import type { CommandShell } from '../ports/command-shell.ts';
import type { OutputPiece } from '../ports/shell.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

export interface CommandPlace {
  readonly id: SessionId;
  readonly record: Pick<SessionRecord, 'append' | 'state'>;
  readonly workspace: Workspace;
  readonly shell: CommandShell;
  readonly by: CommandEquipment['by'];
  readonly notice: (text: string) => void;
  /** Resolves when more output can be shown; left out: it always can. */
  readonly ready?: () => Promise<void>;
  /** Is given what commands print, byte for byte. */
  readonly printed?: (piece: OutputPiece) => void;
}

type CommandSetup = Pick<
  SessionSetup,
  'store' | 'clock' | 'settings' | 'lines' | 'listener' | 'rules' | 'shell' | 'brand'
>;

/** What commands of a session work with. */
export function equipCommands(setup: CommandSetup, place: CommandPlace): CommandEquipment {
  const { store, clock, settings, lines, listener, brand } = setup;
  const { id, record, workspace, shell, by, ready } = place;
  const { root } = workspace;
  let running = 0;
  /** A session whose process dies while a command runs is looked after by the next one that starts here. */
  const remember = async (change: 1 | -1): Promise<void> => {
    running += change;
    await store.changing(
      async (mark) => {
        if (running > 0) mark.leaveOpen();
        else if (record.state.openChangeSets().length === 0) mark.settle();
        return succeed(undefined);
      },
      { session: id },
    );
  };
  const said = new Set<string>();
  return {
    by,
    jobs: createBackgroundJobs(),
    looks: store.looks,
    others: async (query) => findOtherWrites(store, { ...query, session: id }),
    watch: createWorkspaceWatch({ workspace, shell: setup.shell, clock, ignore: settings['edits.ignore'] }),
    access: {
      shell,
      journal: { append: record.append },
      blobs: store.blobs,
      outputs: store.outputs,
      clock,
      session: id,
      nextId: createCommandIds(clock),
      root,
      own: [`${root}/${brand.folder}`, dirname(setup.rules.path)],
      settings,
      redact: (text) => lines.redactor.redactText(text).text,
      unfinishedFrom: lines.redactor.unfinishedFrom,
      begun: async () => remember(1),
      ended: async () => remember(-1),
      show: ({ turn, id: command, stream, text, bytes }) => {
        place.printed?.({ stream, bytes });
        listener.delta({
          type: 'command_output',
          session_id: id,
          turn_id: turn,
          command_id: command,
          stream,
          text,
        });
        return ready?.();
      },
      notice: (text) => {
        if (!said.has(text)) place.notice(text);
        said.add(text);
      },
    },
  };
}
