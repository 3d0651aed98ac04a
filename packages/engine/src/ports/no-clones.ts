import type { FileClones } from './workspace.ts';

/** For where nothing can be cloned. */
export const NO_CLONES: FileClones = {
  isPossible: async () => false,
  take: async () => new Map(),
  find: () => null,
  removeLeft: async () => undefined,
};
