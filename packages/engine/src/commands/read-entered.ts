/** A line that goes to a folder first: all that follows runs there, or not at all. */
export interface EnteredLine {
  /** `cd src` */
  readonly text: string;
  readonly folder: string;
  /** What runs in that folder. */
  readonly rest: string;
}

/** Plain names, of which none is hidden or goes up, so that the shell takes them as they stand there. */
const ENTERS =
  /^[ \t]*(?<text>cd (?:\.\/)?(?<folder>\w[\w.-]*(?:\/\w[\w.-]*)*)\/?)[ \t]*&&[ \t]*(?<rest>[^& \t][^]*)$/u;

/**
 * Null where it does not begin so, and where a part of it could run although the folder could not be gone to: behind `||`, a semicolon,
 * the end of a line, or in the background.
 */
export function readEntered(command: string): EnteredLine | null {
  const { text, folder, rest } = ENTERS.exec(command)?.groups ?? {};
  if (text === undefined || folder === undefined || rest === undefined) return null;
  const operators = rest.replaceAll('&&', '').replaceAll(/\d*>&\d/gu, '');
  return /[;&\r\n]|\|\|/u.test(operators) ? null : { text, folder, rest };
}
