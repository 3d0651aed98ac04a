import { spawnSync } from 'node:child_process';

export interface ToolEnd {
  /** False also when the machine does not have the tool. */
  readonly ok: boolean;
  readonly stdout: string;
}

/** Runs a tool of the machine that a test prepares something with. */
export function runTool(command: string, ...words: readonly string[]): ToolEnd {
  const { status, stdout } = spawnSync(command, words, { encoding: 'utf8' });
  return { ok: status === 0, stdout: stdout ?? '' };
}
