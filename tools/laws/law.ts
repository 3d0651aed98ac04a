import type { Repository } from './repository.ts';

/** One rule about the repository. A check that throws counts as a violation, so it need not guard itself. */
export interface Law {
  readonly name: string;
  readonly check: (repository: Repository) => readonly Violation[] | Promise<readonly Violation[]>;
}

export interface Violation {
  readonly law: string;
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly line: number;
  /** One sentence: what is wrong and what to do instead. */
  readonly message: string;
}
