import { describePermissions, rook, type ChangeSetId, type ContentHash } from '@rook/contract';

import { COMMAND_LIMITS } from '../commands/command-limits.ts';
import { describeRun, type RunReader } from '../commands/describe-run.ts';
import type { RanCommand } from '../commands/run-command.ts';
import { showOutput } from '../commands/show-output.ts';
import type { KeptChange } from '../edits/keep-command-changes.ts';
import type { WrittenChanges } from '../edits/write-command-changes.ts';
import { KEPT_CHANGES } from './find-changes.ts';
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

export interface ToldChanges extends Pick<WrittenChanges, 'beside' | 'problem' | 'isNamed'> {
  readonly files: readonly ToldFile[];
  readonly changeSet: ChangeSetId;
  /** How many more there are than these. */
  readonly more: number;
  readonly isOutOfScope: (path: string) => boolean;
}

type ToldFile = Pick<
  KeptChange,
  | 'path'
  | 'before'
  | 'after'
  | 'beforeMode'
  | 'afterMode'
  | 'wasLink'
  | 'isLink'
  | 'permissionsOnly'
  | 'unkept'
>;

const FOR_MODEL = [' Read them again before you edit them.', ' Say so, or rewind them.'] as const;
const FOR_PERSON = ['', ` \`${rook.binary} rewind\` takes them back.`] as const;

/** What changed while it ran; that it was the command, nobody can know. */
export function tellChanges(
  { files, changeSet, more, beside, problem, isNamed, isOutOfScope }: ToldChanges,
  reader: RunReader = 'model',
): readonly string[] {
  const [again, instead] = reader === 'model' ? FOR_MODEL : FOR_PERSON;
  const named = files.slice(0, MOST_NAMED).map((file) => `${showPath(file.path)} (${tellHow(file)})`);
  const others = files.length - named.length + more;
  const list = `${named.join(', ')}${others === 0 ? '' : ` and ${others} more`}`;
  // Who knows what a file holds knows it also when it has other permissions.
  const isRead = more === 0 && files.every(({ permissionsOnly }) => permissionsOnly === true);
  const outside = files.flatMap(({ path }) => (isOutOfScope(path) ? [showPath(path)] : []));
  const commands = beside.map(({ id }) => id).join(', ');
  return [
    `Files that changed while it ran (${changeSet}): ${list}.${isRead ? '' : again}`,
    ...(outside.length === 0 ? [] : [`Outside the scope of the intent: ${nameSome(outside)}.${instead}`]),
    ...(beside.length === 0
      ? []
      : [`In the same time ran ${commands}; which of them changed what cannot be told apart.`]),
    ...(isNamed ? [] : [NAMELESS]),
    ...UNKEPT.flatMap(([why, because]) => {
      const lost = files.flatMap(({ path, unkept }) => (unkept === why ? [showPath(path)] : []));
      return lost.length === 0 ? [] : [`Cannot be rewound, because ${because}: ${nameSome(lost)}.`];
    }),
    ...(more === 0
      ? []
      : [`${more} more changed files are only counted, because they are too many; they cannot be rewound.`]),
    ...(problem === null ? [] : [`What other sessions changed meanwhile is not known: ${problem.message}`]),
  ];
}

/** What may be its work and stands in the change set of a command that ran in the same time. */
export function tellElsewhere(
  elsewhere: WrittenChanges['elsewhere'],
  reader: RunReader = 'model',
): readonly string[] {
  const [again] = reader === 'model' ? FOR_MODEL : FOR_PERSON;
  return elsewhere.map(
    ({ changeSet, session, paths }) =>
      `Files that changed while it ran are recorded in ${changeSet} of ${session}, by a command that ran in the same time: ${nameSome(paths.map(showPath))}. Which of them changed what cannot be told apart.${again}`,
  );
}

function tellHow(file: ToldFile): string {
  const { before, after, beforeMode, afterMode, permissionsOnly } = file;
  const permissions = describePermissions(beforeMode, afterMode);
  if (permissionsOnly === true && permissions !== null) return permissions;
  const how = tellLink(file) ?? (before === null ? 'new' : after === null ? 'gone' : 'changed');
  return permissions === null ? how : `${how}, ${permissions}`;
}

/** Null where neither was or is a symbolic link. */
function tellLink({ before, after, wasLink, isLink }: ToldFile): string | null {
  if (isLink === true)
    return before === null ? 'new link' : wasLink === true ? 'link leads elsewhere' : 'a link now';
  if (wasLink !== true) return null;
  return after === null ? 'link gone' : 'no link any more';
}

const NAMELESS =
  'None of this can be rewound, because the name of a file looks like a secret and is not written down.';

const UNKEPT: readonly (readonly [NonNullable<KeptChange['unkept']>, string])[] = [
  ['too_large', 'they are larger than 8 MB (where the file system can clone: 64 MB, 512 MB in all)'],
  ['too_many', `the bytes of ${KEPT_CHANGES} changed files are kept, and of no more`],
  ['unknown', 'nobody has their content from before or after'],
  [
    'moved_here',
    'they were there before, and were moved from where nobody looked, such as an ignored folder',
  ],
];

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMED).join(', ');
  return paths.length <= MOST_NAMED ? named : `${named} and ${paths.length - MOST_NAMED} more`;
}
