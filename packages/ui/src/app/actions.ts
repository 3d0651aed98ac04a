import { nameKeys } from '../design/key-names.ts';
import { createValueStore, type Readable } from './value-store.ts';

/** Something that a person can do: it stands in the palette, and its keys stand in the list of shortcuts. */
export interface Action {
  readonly id: string;
  readonly title: string;
  readonly group: ActionGroup;
  /** As in `mod+k`. */
  readonly keys?: string;
  /** Where the keys act; see `KeyPlace`. */
  readonly place?: KeyPlace;
  /** It cannot be done now, and so is not offered. */
  readonly isOff?: boolean;
  /** Its keys are for who works; in the palette it would make no sense. */
  readonly isHidden?: boolean;
  readonly run: () => void;
}

export const ACTION_GROUPS = ['Session', 'Message', 'Conversation', 'Changes', 'Go to', 'View'] as const;
type ActionGroup = (typeof ACTION_GROUPS)[number];

/**
 * `auto`: keys with ⌘ or Ctrl act everywhere, others outside of text fields. `everywhere` and `outside` say so for all.
 * Inside a dialog or a menu only what is there acts.
 */
type KeyPlace = 'auto' | 'everywhere' | 'outside';

export interface ActionStore extends Readable<readonly Action[]> {
  /** The younger ones stand before the older ones where keys are the same. Gives what takes them away again. */
  add(actions: readonly Action[]): () => void;
  press(event: KeyboardEvent): void;
}

export function createActionStore(platform: 'mac' | 'other'): ActionStore {
  const added: { readonly actions: readonly Action[] }[] = [];
  const store = createValueStore<readonly Action[]>([]);
  const tell = (): void => store.set(added.toReversed().flatMap(({ actions }) => actions));
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    add: (actions) => {
      const mine = { actions };
      added.push(mine);
      tell();
      return () => {
        added.splice(added.indexOf(mine), 1);
        tell();
      };
    },
    press: (event) => {
      if (event.defaultPrevented || event.isComposing) return;
      const keys = nameKeys(event, platform);
      const where = findPlace(event.target);
      const action = store
        .getState()
        .find((one) => one.keys === keys && one.isOff !== true && actsIn(one, keys, where));
      if (action === undefined) return;
      event.preventDefault();
      action.run();
    },
  };
}

type Where = 'page' | 'text' | 'overlay';

function findPlace(target: EventTarget | null): Where {
  if (!(target instanceof Element)) return 'page';
  if (target.closest('[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]') !== null)
    return 'overlay';
  const isText = target.closest('input, textarea, select, [contenteditable="true"]') !== null;
  return isText ? 'text' : 'page';
}

function actsIn(action: Action, keys: string, where: Where): boolean {
  if (where === 'page') return true;
  if (where === 'overlay') return false;
  const place = action.place ?? 'auto';
  return place === 'everywhere' || (place === 'auto' && keys.includes('mod+'));
}
