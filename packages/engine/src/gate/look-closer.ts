import type { CommandPolicy } from '../commands/command-policy.ts';
import type { CommandJudgement } from '../commands/judge-command.ts';
import { readShell } from '../commands/read-shell.ts';
import type { Workspace } from '../ports/workspace.ts';
import { findGitTrouble } from './find-git-trouble.ts';
import { findShownSecrets } from './find-shown-secrets.ts';
import { leaveImpossible } from './gather-facts.ts';

/**
 * What the words of a line do not tell: where links lead, what a repository makes git start, and which files its patterns match. The
 * gate and `rook command check` both look here, so that they cannot differ.
 */
export async function lookCloser(
  workspace: Workspace,
  command: string,
  { judgement, policy }: { readonly judgement: CommandJudgement; readonly policy: CommandPolicy },
): Promise<CommandJudgement> {
  if (judgement.verdict !== 'allow') return judgement;
  const led = await findLed(workspace, judgement);
  if (led !== null) return askAbout(judgement, led);
  const isGit = Object.keys(judgement.variables).length > 0;
  const why =
    (isGit ? await findGitTrouble(workspace, policy.cwd) : null) ??
    (await findShownSecrets(workspace, policy, readShell(command).segments));
  return why === null ? judgement : { ...judgement, verdict: 'ask', isReadOnly: false, reasons: [why] };
}

/** The first path that its words name and that is not in the workspace after all links. */
async function findLed(workspace: Workspace, { reads, writes }: CommandJudgement): Promise<string | null> {
  const locate = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (named) => ({ named, located: await workspace.locate(named) })));
  const found = [...(await locate(reads)), ...leaveImpossible(await locate(writes))];
  return found.find(({ located }) => !located.ok)?.named ?? null;
}

function askAbout(judgement: CommandJudgement, path: string): CommandJudgement {
  const reason = `${path} leads out of the workspace`;
  const segments = judgement.segments.map((segment) =>
    segment.reads.includes(path) || segment.writes.includes(path)
      ? { ...segment, verdict: 'ask' as const, reason }
      : segment,
  );
  return { ...judgement, verdict: 'ask', reasons: [reason], segments, isReadOnly: false };
}
