import type { CommandJudgement } from './judge-command.ts';

/** What is known of the workspace when code of it would be run. */
export interface CodeFacts {
  /** The assistant has changed a file since the user last said yes to such a run. */
  readonly changedSinceApproval: boolean;
  /** A sandbox keeps the run from doing harm. */
  readonly isConfined: boolean;
}

/** Code that the assistant wrote is not run by itself only because the program that runs it is on the list. */
export function heedChanges(judgement: CommandJudgement, facts: CodeFacts): CommandJudgement {
  const { verdict, runsWorkspaceCode, reasons } = judgement;
  if (verdict === 'refuse' || !runsWorkspaceCode || !facts.changedSinceApproval || facts.isConfined)
    return judgement;
  const kept = verdict === 'ask' ? reasons : [];
  return { ...judgement, verdict: 'ask', reasons: [CHANGED, ...kept] };
}

const CHANGED =
  'it runs code of the workspace, and the assistant has changed files since you last said yes to that';
