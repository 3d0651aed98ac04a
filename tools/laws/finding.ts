/** A fault inside one file, before the law's name, the path and the line are put to it. */
export interface Finding {
  /** Offset in the file's text. */
  readonly start: number;
  readonly message: string;
}
