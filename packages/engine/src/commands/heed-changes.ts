import { posix } from 'node:path';

import type { CommandJudgement } from './judge-command.ts';
import { shortenName } from './shorten.ts';

/** What is known of the workspace when code of it would be run. */
export interface CodeFacts {
  /** The assistant has changed a file since the user last said yes to such a run. */
  readonly changedSinceApproval: boolean;
  /** A sandbox keeps the run from doing harm. */
  readonly isConfined: boolean;
}

/**
 * Code that the assistant wrote is not run by itself only because the program that runs it is on the list. `program` is a file of the
 * workspace that a name stands for which nobody takes for one.
 */
export function heedChanges(
  judgement: CommandJudgement,
  facts: CodeFacts,
  program: string | null = null,
): CommandJudgement {
  const { verdict, runsWorkspaceCode, reasons } = judgement;
  if (verdict === 'refuse' || !runsWorkspaceCode || !facts.changedSinceApproval || facts.isConfined)
    return judgement;
  const kept = verdict === 'ask' ? reasons : [];
  const why =
    program === null
      ? CHANGED
      : `${CHANGED}: ${posix.basename(program)} is ${shortenName(program)} here, because PATH names a folder of the workspace`;
  return { ...judgement, verdict: 'ask', reasons: [why, ...kept] };
}

const CHANGED =
  'it runs code of the workspace, and the assistant has changed files since you last said yes to that';
