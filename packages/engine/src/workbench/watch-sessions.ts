import type { WorkbenchSetup } from './workbench-setup.ts';

/** Notices that the list of sessions is another one, whoever changed it. */
export interface SessionWatch {
  /** Looks only while somebody watches. */
  readonly watch: (changed: () => void) => () => void;
  /** Something was changed here. */
  readonly touch: () => void;
}

const LOOK_MILLISECONDS = 2000;

export function createSessionWatch({ store, clock }: Pick<WorkbenchSetup, 'store' | 'clock'>): SessionWatch {
  const watchers = new Set<() => void>();
  let looking: AbortController | null = null;
  let isTouched = false;
  /** Something was told that the list had not shown yet: it may look as before, and be another one. */
  let isUnsure = false;

  const tell = (): void => {
    for (const changed of watchers) changed();
  };

  async function look(signal: AbortSignal): Promise<void> {
    let known: string | null = null;
    while (!signal.aborted) {
      const wasUnsure = isUnsure;
      isUnsure = false;
      const listed = await store.list();
      const found: string | null = listed.ok
        ? listed.value.map(({ id, bytes, changed }) => `${id} ${bytes} ${changed.getTime()}`).join('\n')
        : known;
      if (known !== null && (wasUnsure || found !== known)) tell();
      known = found;
      await clock.sleep(LOOK_MILLISECONDS, signal);
    }
  }

  return {
    watch: (changed) => {
      watchers.add(changed);
      if (looking === null) {
        looking = new AbortController();
        void look(looking.signal);
      }
      return () => {
        watchers.delete(changed);
        if (watchers.size > 0) return;
        looking?.abort();
        looking = null;
      };
    },
    // Many entries of one moment are one change of the list.
    touch: () => {
      isUnsure = true;
      if (isTouched) return;
      isTouched = true;
      queueMicrotask(() => {
        isTouched = false;
        tell();
      });
    },
  };
}
