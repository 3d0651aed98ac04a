import type { Scope } from '../../app/scope.tsx';
import { isNamed, nameFile } from '../../composer/name-file.ts';
import type { SessionStore } from '../../state/session-store.ts';

/** Adds a path to what is being typed, and says so. */
export function attachFile({ drafts, toasts }: Scope, store: SessionStore, path: string): void {
  const owner = store.getState().session;
  const draft = drafts.read(owner);
  drafts.write(owner, nameFile(draft, path));
  toasts.done(isNamed(draft, path) ? `${path} is attached already.` : `${path} goes along with the message.`);
}
