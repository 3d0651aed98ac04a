import { fail, rookError, succeed, type Result, type Workbench } from '@rook/contract';

import type { Draft } from './parse-draft.ts';

/** The words of a message with the files from elsewhere below them, each under its name and between fences that none of its lines can end. */
export async function joinTexts(
  workbench: Pick<Workbench, 'readBlob'>,
  { text, texts }: Pick<Draft, 'text' | 'texts'>,
): Promise<Result<string>> {
  const parts = text === '' ? [] : [text];
  for (const { blob, name } of texts) {
    const read = await workbench.readBlob(blob);
    if (!read.ok) return read;
    if (read.value === null)
      return fail(rookError('not_found', `${name} is not kept any more. Attach it once more.`));
    parts.push(fence(name, new TextDecoder().decode(read.value)));
  }
  return succeed(parts.join('\n\n'));
}

function fence(name: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/gu)].map(([marks]) => marks.length));
  const marks = '`'.repeat(longest + 1);
  const end = content.endsWith('\n') ? '' : '\n';
  return `File ${name.replaceAll(/\p{Cc}/gu, ' ')}:\n${marks}\n${content}${end}${marks}`;
}
