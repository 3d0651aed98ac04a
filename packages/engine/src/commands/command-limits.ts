/** How much of what a command prints goes where. Each cut is marked. */
export const COMMAND_LIMITS = {
  /** The model reads so many bytes of it. */
  modelBytes: 3 * 1024,
  /** A person is shown so many, and the journal keeps them. */
  displayBytes: 5 * 1024,
  /** The beginning and the end that are held in memory, each. */
  heldBytesOfEach: 1024 * 1024,
  /** A blob keeps so many, and the end that is held; what lies between is counted. A command that never stops shall not fill the disk. */
  keptBytes: 4 * 1024 * 1024 * 1024,
  /** A longer line is no line for a shell. */
  commandCharacters: 100_000,
} as const;
