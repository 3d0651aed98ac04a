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
  const led = await findLed(workspace, policy, judgement);
  if (led !== null) return askAbout(judgement, led);
  const isGit = Object.keys(judgement.variables).length > 0;
  const why =
    (isGit ? await findGitTrouble(workspace, policy.cwd) : null) ??
    (await findShownSecrets(workspace, policy, readShell(command).segments));
  return why === null ? judgement : { ...judgement, verdict: 'ask', isReadOnly: false, reasons: [why] };
}

interface Led {
  readonly named: string;
  readonly why: string;
}

/** The first path that its words name and that after all links is not in the workspace, or is what its name does not say. */
async function findLed(
  workspace: Workspace,
  policy: CommandPolicy,
  { reads, writes }: CommandJudgement,
): Promise<Led | null> {
  const locate = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (named) => ({ named, located: await workspace.locate(named) })));
  const judge = (isGuarded: (path: string) => boolean, kind: string) =>
    function find({ named, located }: Awaited<ReturnType<typeof locate>>[number]): readonly Led[] {
      if (!located.ok) return [{ named, why: `${named} leads out of the workspace` }];
      const { path } = located.value;
      return path !== named && isGuarded(path)
        ? [{ named, why: `${named} leads to ${path}, which ${kind}` }]
        : [];
    };
  const found = [
    ...(await locate(reads)).flatMap(judge(policy.isSecret, 'looks like it holds secrets')),
    ...leaveImpossible(await locate(writes)).flatMap(judge(policy.isProtected, 'is a protected file')),
  ];
  return found[0] ?? null;
}

function askAbout(judgement: CommandJudgement, { named, why }: Led): CommandJudgement {
  const segments = judgement.segments.map((segment) =>
    segment.reads.includes(named) || segment.writes.includes(named)
      ? { ...segment, verdict: 'ask' as const, reason: why }
      : segment,
  );
  return { ...judgement, verdict: 'ask', reasons: [why], segments, isReadOnly: false };
}
