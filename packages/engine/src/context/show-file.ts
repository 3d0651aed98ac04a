import type { EntryOf } from '@rook/contract';

import { languageOf } from '../journal/fold-files-language.ts';

/** What a `file_shown` entry will say, but for who asked. */
export type ShownFacts = Pick<EntryOf<'file_shown'>, 'path' | 'sha256' | 'md5' | 'size' | 'whole' | 'ranges'>;

/** A file that goes to the model as text. */
export interface TextToShow {
  readonly text: string;
  readonly facts: ShownFacts;
}

/** The file under its heading, in a fence that nothing in it can close. */
export function showFile({ text, facts }: TextToShow): string {
  const fence = fenceFor(text);
  const language = languageOf(facts.path);
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `### ${showPath(facts.path)} [MD5: ${facts.md5}]\n${fence}${language}\n${text}${end}${fence}`;
}

/** A path on one line, whatever is in it. */
export function showPath(path: string): string {
  return path.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

const SHORTEST_FENCE = 3;

function fenceFor(text: string): string {
  let longest = SHORTEST_FENCE - 1;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
