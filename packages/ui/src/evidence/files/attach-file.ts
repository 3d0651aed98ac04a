import type { Scope } from '../../app/scope.tsx';
import type { SessionStore } from '../../state/session-store.ts';

/** Adds a path to what is being typed, as `@` does; what stands there stays. */
export function attachFile({ drafts, toasts }: Scope, store: SessionStore, path: string): void {
  const owner = store.getState().session;
  const draft = drafts.read(owner);
  const mention = `@${path}`;
  const isThere = draft.text.split(/\s/u).includes(mention);
  const gap = draft.text === '' || /\s$/u.test(draft.text) ? '' : ' ';
  drafts.write(owner, {
    ...draft,
    text: isThere ? draft.text : `${draft.text}${gap}${mention} `,
    files: [...new Set([...draft.files, path])],
  });
  toasts.done(isThere ? `${path} is attached already.` : `${path} goes along with the message.`);
}
