import type { KeyPlace } from './actions.ts';
import { useActions } from './use-actions.ts';

export interface KeyOptions {
  /** Left out: keys with ⌘ or Ctrl act everywhere, others outside of text fields. */
  readonly scope?: KeyPlace;
  readonly isOff?: boolean;
}

/** Keys of a view that are no matter for the palette, such as the answer to what stands there: `{ y: approve }`. */
export function useKeys(keys: Readonly<Record<string, () => void>>, options: KeyOptions = {}): void {
  useActions(
    Object.entries(keys).map(([name, run]) => ({
      id: `key-${name}`,
      title: name,
      group: 'View',
      keys: name,
      place: options.scope ?? 'auto',
      isOff: options.isOff === true,
      isHidden: true,
      run,
    })),
  );
}
