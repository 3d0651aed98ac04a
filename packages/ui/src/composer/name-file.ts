import type { Draft } from './parse-draft.ts';

/** The draft with a path in it, as `@` adds one; what stands there stays. */
export function nameFile(draft: Draft, path: string): Draft {
  const mention = `@${path}`;
  const isThere = isNamed(draft, path);
  const gap = draft.text === '' || /\s$/u.test(draft.text) ? '' : ' ';
  return {
    ...draft,
    text: isThere ? draft.text : `${draft.text}${gap}${mention} `,
    files: [...new Set([...draft.files, path])],
  };
}

export function isNamed({ text }: Draft, path: string): boolean {
  return text.split(/\s/u).includes(`@${path}`);
}
