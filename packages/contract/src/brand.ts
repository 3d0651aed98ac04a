/** Every name that changes with the brand under which the workbench is shipped. */
export interface Brand {
  /** The word in ids of editors, in settings and in session ids. */
  readonly id: string;
  /** The name that a person reads. */
  readonly title: string;
  /** What is typed in a terminal. */
  readonly binary: string;
  /** The folder of Rook's own files, in a workspace and in the home folder. */
  readonly folder: string;
  /** The beginning of every environment variable. */
  readonly environmentPrefix: string;
  /** The first word of a session id. */
  readonly sessionPrefix: string;
  readonly participant: {
    readonly id: string;
    readonly name: string;
    readonly fullName: string;
    readonly description: string;
    readonly isSticky: boolean;
    readonly icon: string;
  };
}

export const rook: Brand = {
  id: 'rook',
  title: 'Rook',
  binary: 'rook',
  folder: '.rook',
  environmentPrefix: 'ROOK_',
  sessionPrefix: 'rook',
  participant: {
    id: 'rook',
    name: 'rook',
    fullName: 'Rook',
    description: 'Governed agent: every change journaled, verified and reversible',
    isSticky: true,
    icon: 'media/rook-icon.png',
  },
};

export const ck3raven: Brand = {
  id: 'ck3raven',
  title: 'CK3 Raven',
  binary: 'rook',
  folder: '.ck3raven',
  environmentPrefix: 'ROOK_',
  sessionPrefix: 'ck3raven',
  participant: {
    id: 'ck3raven',
    name: 'ck3raven',
    fullName: 'CK3 Raven',
    description: 'CK3 modding assistant with conflict detection and mod editing',
    isSticky: true,
    icon: 'media/ck3raven-icon.png',
  },
};
