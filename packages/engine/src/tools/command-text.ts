import type { ContentHash } from '@rook/contract';

import { COMMAND_LIMITS } from '../commands/command-limits.ts';
import { describeRun } from '../commands/describe-run.ts';
import type { RanCommand } from '../commands/run-command.ts';
import { showOutput } from '../commands/show-output.ts';
import type { CommandChange } from '../edits/write-command-changes.ts';
import { showPath } from './tool-paths.ts';

const NAME_DIGITS = 12;

/** What the model reads of a command that ran. */
export function tellRun(
  ran: RanCommand,
  {
    command,
    timeoutSeconds,
    notes,
  }: { readonly command: string; readonly timeoutSeconds: number; readonly notes: readonly string[] },
): string {
  const { text } = showOutput(
    ran.output,
    COMMAND_LIMITS.modelBytes,
    restOf(ran.output.isBinary ? null : ran.blob),
  );
  return describeRun({ ...ran, command, output: text, timeoutSeconds, notes });
}

function restOf(blob: ContentHash | null): string {
  if (blob === null) return '';
  const name = blob.slice('sha256:'.length, 'sha256:'.length + NAME_DIGITS);
  return `read_result with {"result": "${name}"} shows all of it.`;
}

const MOST_NAMED = 20;

/** What changed while it ran; that it was the command, nobody can know. */
export function tellChanges(
  files: readonly CommandChange[],
  { changeSet, more }: { readonly changeSet: string; readonly more: number },
): readonly string[] {
  const named = files.slice(0, MOST_NAMED).map(({ path, before, after }) => {
    const how = before === null ? 'new' : after === null ? 'gone' : 'changed';
    return `${showPath(path)} (${how})`;
  });
  const others = files.length - named.length + more;
  const list = `${named.join(', ')}${others === 0 ? '' : ` and ${others} more`}`;
  const lostBy = (why: CommandChange['unkept']): readonly string[] =>
    files.filter(({ unkept }) => unkept === why).map(({ path }) => showPath(path));
  const [large, lost] = [lostBy('too_large'), lostBy('unknown')];
  return [
    `Files that changed while it ran (${changeSet}): ${list}. Read them again before you edit them.`,
    ...(large.length === 0
      ? []
      : [`Cannot be rewound, because they are larger than 8 MB: ${nameSome(large)}.`]),
    ...(lost.length === 0
      ? []
      : [`Cannot be rewound, because nobody has their content from before or after: ${nameSome(lost)}.`]),
    ...(more === 0 ? [] : [`${more} of them are not recorded, because they are too many.`]),
  ];
}

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMED).join(', ');
  return paths.length <= MOST_NAMED ? named : `${named} and ${paths.length - MOST_NAMED} more`;
}
