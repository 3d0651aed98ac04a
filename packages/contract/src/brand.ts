import ck3ravenFile from '../brands/ck3raven.json' with { type: 'json' };
import rookFile from '../brands/rook.json' with { type: 'json' };

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
  readonly tools: {
    /** Our own tools are offered to the model. */
    readonly offersOwn: boolean;
    /** How names of tools of other programs must begin to be offered, without the prefix of their instance. */
    readonly namespaces: readonly string[];
    /** What an instance puts before the name of a tool, as a regular expression; people do not read it. */
    readonly instancePrefix: string | null;
  };
  /** Under which the extension is installed. */
  readonly extension: { readonly publisher: string; readonly name: string };
}

/** The chat of an editor, as the surface of a session. */
export const CHAT_SURFACE = 'vscode.chat';

export const rook: Brand = rookFile;

export const ck3raven: Brand = ck3ravenFile;
