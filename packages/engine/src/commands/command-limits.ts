/** How much of what a command prints goes where. Each cut is marked. */
export const COMMAND_LIMITS = {
  /** The model reads so many bytes of it. */
  modelBytes: 3 * 1024,
  /** A person is shown so many, and the journal keeps them. */
  displayBytes: 5 * 1024,
  /** The beginning and the end that a blob keeps, each; what lies between is counted. */
  keptBytesOfEach: 8 * 1024 * 1024,
  /** A longer line is no line for a shell. */
  commandCharacters: 100_000,
} as const;
