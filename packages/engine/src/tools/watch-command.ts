import { describePermissions, type ChangeSetId, type RookError, type TurnId } from '@rook/contract';

import type { RunReader } from '../commands/describe-run.ts';
import type { CommandLook } from '../commands/run-command.ts';
import { keepCommandChanges, type KeptChange } from '../edits/keep-command-changes.ts';
import { writeCommandChanges } from '../edits/write-command-changes.ts';
import type { CommandPorts } from './command-ports.ts';
import { tellChanges, tellElsewhere } from './command-text.ts';
import type { ChangeReport, ReportedFile } from './tool.ts';

/** What becomes of the files while a command runs. */
export interface CommandWatch {
  /** The git folders in folders of the workspace. */
  readonly repositories: readonly string[];
  /** Compares, and writes down what changed as a change set; null where nothing did. */
  settle(command: string): Promise<ChangeSetId | null>;
  /** For a command that did not begin. */
  drop(): Promise<void>;
  /** What was seen, for a process that comes after this one. */
  readonly look: CommandLook;
  /** What there is to say of it, once it was settled. */
  notes(reader: RunReader): readonly string[];
  /** The same for whoever is no model; null where nothing changed. */
  report(): ChangeReport | null;
}

interface WatchedCommand {
  readonly turn: TurnId;
  readonly background: boolean;
  /** Whose command it is. */
  readonly by: 'assistant' | 'user';
}

/** Looks at the files before a command begins. Whose work it is, is decided then too. */
export async function watchCommand(
  { changes, commands }: Pick<CommandPorts, 'changes' | 'commands'>,
  { turn, background, by }: WatchedCommand,
): Promise<CommandWatch> {
  const { watch, jobs, others, access } = commands;
  // Asking the login shell takes as long as looking at the files, and is done once.
  const [begun] = await Promise.all([
    watch.begin(),
    access.shell.environment({ loginShell: access.settings['commands.loginShell'] }),
  ]);
  const intent = changes.intent();
  const isOutOfScope = (await changes.scope?.()) ?? (() => false);
  const notes: Record<RunReader, string[]> = { model: [], person: [] };
  const note = (tellAll: (reader: RunReader) => readonly string[]): void => {
    notes.model.push(...tellAll('model'));
    notes.person.push(...tellAll('person'));
  };
  /** What went wrong, a person has to hear at once too. */
  const tell = (text: string): void => {
    note(() => [text]);
    access.notice(text);
  };
  let report: ChangeReport | null = null;
  return {
    repositories: begun.ok ? begun.value.repositories : [],
    notes: (reader) => notes[reader],
    report: () => report,
    drop: async () => (begun.ok ? begun.value.drop() : undefined),
    look: {
      keep: async (command) => {
        if (begun.ok) await commands.looks.keep(access.session, command, await begun.value.describe(intent));
      },
      drop: async (command) => commands.looks.drop(access.session, command),
    },
    settle: async (command) => {
      const found = begun.ok ? await begun.value.end() : begun;
      if (!begun.ok || !found.ok) {
        tell(`What it changed is not known: ${found.ok ? '' : found.error.message}`);
        return null;
      }
      const { madeFolders, more } = found.value;
      const { files, problem } = await keepCommandChanges(changes.store.blobs, found.value.files);
      if (files.length === 0) return null;
      const withOwn = background || jobs.list().length > 0;
      const revision = await changes.revision?.();
      const written = await writeCommandChanges(changes, {
        command,
        files,
        unnamed: more,
        madeFolders,
        turn,
        intent,
        by,
        isOutOfScope,
        others: async () => others({ since: begun.value.since, command, withOwn }),
        ...(revision === undefined ? {} : { revision }),
      });
      if (!written.ok) {
        const names = files.map(({ path }) => path).join(', ');
        tell(`It changed files (${names}), and that could not be recorded: ${whyOf(written.error)}`);
        return null;
      }
      if (problem !== null) tell(`Not all that it changed could be kept: ${whyOf(problem)}`);
      const { changeSet, files: own } = written.value;
      note((reader) => tellElsewhere(written.value.elsewhere, reader));
      if (changeSet === null) return null;
      const told = { ...written.value, changeSet, more, isOutOfScope };
      note((reader) => tellChanges(told, reader));
      report = { changeSet, files: own.map(reportFile), unknownFields: [] };
      return changeSet;
    },
  };
}

/** What the store says of its own file would be taken for those of the command. */
function whyOf({ message }: RookError): string {
  return message.replace(' Nothing was changed.', '');
}

function reportFile({ path, beforeMode, afterMode }: KeptChange): ReportedFile {
  const permissions = describePermissions(beforeMode, afterMode);
  return { path, status: 'applied', added: 0, removed: 0, ...(permissions === null ? {} : { permissions }) };
}
