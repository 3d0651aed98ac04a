import type { Result } from '@rook/contract';

/** What the surface around the workbench gives it: a page in a browser, a panel of an editor, a window. */
export interface Host {
  /** Opens an address outside; left out: the link does it. */
  openLink?(url: string): void;
  /** Leaves the workbench for an address, as another workbench has; left out: it cannot. */
  goTo?(url: string): void;
  /** Opens another page of the workbench at a place, `#/session/…`; left out: it cannot. */
  openTab?(place: string): Promise<Result<void>>;
  /** Tells a person who looks elsewhere. */
  notify?(title: string, text: string): void;
  /** Asks whether it may; only when a person wished it. */
  allowNotices?(): Promise<boolean>;
  /** Small texts that outlive the page: drafts, the theme. It may forget; it never fails. */
  readonly storage: HostStorage;
  readonly platform: 'mac' | 'other';
}

export interface HostStorage {
  get(key: string): string | null;
  /** An empty text forgets the key. */
  set(key: string, text: string): void;
}
