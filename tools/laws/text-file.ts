/** A file as the laws see it: its path from the root, with forward slashes, and its content. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}
