import type { EntryOf } from './entry.ts';

const MOST_NAMED = 20;

/** What a person should know of what a command changed before they rely on it, a sentence each. */
export function warnOfChanges({
  files,
  unnamed_files: unnamed,
}: Pick<EntryOf<'change_set_applied'>, 'files' | 'unnamed_files'>): readonly string[] {
  const outside = files.flatMap((file) => (file.out_of_scope === true ? [file.path] : []));
  const lost = files.flatMap((file) => (file.unkept === undefined ? [] : [file.path]));
  return [
    ...nameFew('Outside the scope of the intent', outside),
    ...nameFew('Cannot be rewound', lost),
    ...(unnamed === undefined ? [] : [`${unnamed} more changed files cannot be rewound.`]),
  ];
}

function nameFew(head: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return [`${head}: ${paths.slice(0, MOST_NAMED).join(', ')}${more}.`];
}
