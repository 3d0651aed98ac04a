import type { CommandPolicy } from '../commands/command-policy.ts';
import { changesFiles } from '../commands/find-unread-target.ts';
import { judgeAlone, type CommandJudgement } from '../commands/judge-command.ts';
import { listFeared } from '../commands/list-meant.ts';
import { findProgramRule } from '../commands/program-rules.ts';
import { shortenName } from '../commands/shorten.ts';
import type { Workspace } from '../ports/workspace.ts';
import { expandSegments, type ExpandedSegment } from './expand-segments.ts';
import { findBroughtLinks, type BroughtUse } from './find-brought-links.ts';
import { findCheckedOut } from './find-checked-out.ts';
import { findGitTrouble } from './find-git-trouble.ts';
import { findMadeBefore } from './find-made-before.ts';
import { findMovedFiles } from './find-moved-files.ts';
import { removesForSure } from './find-removed-links.ts';
import { findSecondName } from './find-second-name.ts';
import { findShownSecrets, NAMES_ONLY } from './find-shown-secrets.ts';
import { leaveImpossible } from './gather-facts.ts';
import type { Folders } from './walk-below.ts';

/** How much is looked at before it counts as too much to know. */
const MOST_NAMES = 4000;

/**
 * What the words of a line do not tell: where links lead, what a repository makes git start, which files its patterns match, and what
 * lies in folders. The gate and `rook command check` both look here, so that they cannot differ. What it turns out to write counts
 * also where it is asked about anyway: what is protected is asked about in every mode.
 */
export async function lookCloser(
  workspace: Workspace,
  command: string,
  { judgement: judged, policy }: { readonly judgement: CommandJudgement; readonly policy: CommandPolicy },
): Promise<CommandJudgement> {
  // What was too much to judge is too much to look at.
  if (judged.verdict === 'refuse' || judged.unlooked !== undefined) return judged;
  const folders = { workspace, policy, room: { left: MOST_NAMES } };
  const expanded = await expandSegments(workspace, policy, { command, room: folders.room });
  let judgement = judged;
  for (const one of expanded)
    judgement = await heedExpanded({ ...folders, policy: one.policy }, judgement, one);
  judgement = await heedWhereabouts(workspace, policy, { judgement, expanded });
  const brought = await findBroughtLinks(folders, command, expanded);
  if (brought !== null) judgement = heedBrought(judgement, brought);
  const second = await findSecondName(workspace, command, judgement);
  if (second !== null) judgement = heedUnlooked(judgement, second.why, second.text);
  if (judgement.verdict !== 'allow') return heedFearedLinks(workspace, judgement, expanded);
  const made = findMadeBefore(command, judgement);
  if (made !== null) return askFor(judgement, 'it would show what the line itself brings there', made);
  const thrown = await findCheckedOut(workspace, judgement, expanded);
  if (thrown !== null) return askFor(judgement, thrown.why, thrown.text);
  const led = await findLed(workspace, policy, judgement);
  if (led !== null) return askAbout(judgement, led);
  if (Object.keys(judgement.variables).length > 0) {
    const onlyLooks = !judgement.segments.some((one) => one.startsGit && one.runsWorkspaceCode);
    const why = await findGitTrouble(workspace, { cwd: policy.cwd, onlyLooks });
    if (why !== null) return askFor(judgement, why);
  }
  for (const one of expanded) {
    const why = await findShownSecrets(folders, one);
    if (why !== null) return askFor(judgement, why, one.segment.text);
  }
  return judgement;
}

/** So many words of a line that is asked about anyway are looked at. */
const MOST_FEARED = 100;

/** A link to what is guarded is as good as its name, for a program of which nobody knows what it does. */
async function heedFearedLinks(
  workspace: Pick<Workspace, 'locate'>,
  judgement: CommandJudgement,
  expanded: readonly ExpandedSegment[],
): Promise<CommandJudgement> {
  if (judgement.guarded !== null) return judgement;
  const feared = expanded.flatMap(({ segment, policy }) =>
    listFeared(segment.words, policy).map((named) => ({ named, policy })),
  );
  for (const { named, policy } of feared.slice(0, MOST_FEARED)) {
    const located = await workspace.locate(named);
    const path = located.ok ? located.value.path : named;
    if (path === named || !(policy.isSecret(path) || policy.isProtected(path))) continue;
    const guarded = `${shortenName(named)} leads to ${shortenName(path)}, which is protected or looks like it holds secrets`;
    return { ...judgement, guarded };
  }
  return judgement;
}

const BROUGHT =
  'it may use a link that the line itself brings there, which could lead out of the workspace from its new place; run them one after the other';

/** What is written behind such a link matters in every mode: it could lie outside, or be protected. */
function heedBrought(judgement: CommandJudgement, { text, isWritten }: BroughtUse): CommandJudgement {
  if (isWritten) return heedUnlooked(judgement, BROUGHT, text);
  return judgement.verdict === 'allow' ? askFor(judgement, BROUGHT, text) : judgement;
}

/** A folder that a line goes to through a link lies elsewhere, and so does what is named from there on. */
async function heedWhereabouts(
  workspace: Pick<Workspace, 'locate'>,
  { cwd }: CommandPolicy,
  {
    judgement,
    expanded,
  }: { readonly judgement: CommandJudgement; readonly expanded: readonly ExpandedSegment[] },
): Promise<CommandJudgement> {
  const users = expanded.filter((one) => one.policy.cwd !== cwd && !one.policy.cwd.startsWith('..'));
  for (const { policy, segment } of users) {
    const located = await workspace.locate(policy.cwd);
    const isThere = located.ok && located.value.path === policy.cwd;
    if (!isThere && judgeAlone(segment, policy).writes.length > 0)
      return heedUnlooked(
        judgement,
        `${shortenName(policy.cwd)} is reached through a link or is not there`,
        segment.text,
      );
  }
  return judgement;
}

/** It is asked about in every mode. */
function heedUnlooked(judgement: CommandJudgement, why: string, text: string | undefined): CommandJudgement {
  const asked = judgement.verdict === 'allow' ? askFor(judgement, why, text) : judgement;
  return { ...asked, unlooked: asked.unlooked ?? why };
}

/** Judges a program once more, with the words that it gets and with what lies in the folders that it copies or moves. */
async function heedExpanded(
  folders: Folders,
  judgement: CommandJudgement,
  { segment, isChanged, why }: ExpandedSegment,
): Promise<CommandJudgement> {
  const { policy } = folders;
  const program = segment.words[0]?.value ?? '';
  // The name of a secret tells nothing.
  const isNaming = NAMES_ONLY.has(program);
  const by = isNaming ? { ...policy, isSecret: () => false } : policy;
  const again = isChanged ? judgeAlone(segment, by) : null;
  const moved = await findMovedFiles(folders, segment, { isRemoved: removesForSure(judgement) });
  const writes = [...new Set([...judgement.writes, ...(again?.writes ?? []), ...moved.writes])];
  const shown = isNaming ? [] : [...(again?.reads ?? []), ...moved.reads];
  const reads = [...new Set([...judgement.reads, ...shown])];
  const against = why ?? (again?.verdict === 'ask' ? `with what it matches: ${again.reason}` : moved.why);
  const unlooked = judgement.unlooked ?? (takesFiles(segment) ? (why ?? moved.unlooked) : null);
  // What its patterns match belongs to it, too.
  const segments = judgement.segments.map((one) =>
    again !== null && one.text === segment.text ? { ...one, writes: [...one.writes, ...again.writes] } : one,
  );
  const known = { ...judgement, segments, reads, writes, ...(unlooked === null ? {} : { unlooked }) };
  return against === null || judgement.verdict !== 'allow' ? known : askFor(known, against, segment.text);
}

/** Names that cannot be looked at matter where the words of a program are known to be files whose content it shows or changes. */
function takesFiles({ words }: ExpandedSegment['segment']): boolean {
  const values = words.map(({ value }) => value);
  const program = values[0] ?? '';
  return changesFiles(words) || (findProgramRule(values) !== null && !NAMES_ONLY.has(program));
}

function askFor(judgement: CommandJudgement, reason: string, text?: string): CommandJudgement {
  const segments = judgement.segments.map((segment) =>
    segment.text === text ? { ...segment, verdict: 'ask' as const, reason } : segment,
  );
  return { ...judgement, verdict: 'ask', reasons: [reason], segments, isReadOnly: false };
}

interface Led {
  readonly named: string;
  readonly why: string;
}

/** The first path that its words name and that after all links is not in the workspace, or is what its name does not say. */
async function findLed(
  workspace: Workspace,
  policy: CommandPolicy,
  { reads, writes, segments }: CommandJudgement,
): Promise<Led | null> {
  const locate = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (named) => ({ named, located: await workspace.locate(named) })));
  const judge = (isGuarded: (path: string) => boolean, kind: string) =>
    function find({ named, located }: Awaited<ReturnType<typeof locate>>[number]): readonly Led[] {
      if (!located.ok) return [{ named, why: `${shortenName(named)} leads out of the workspace` }];
      const { path } = located.value;
      return path !== named && isGuarded(path)
        ? [{ named, why: `${shortenName(named)} leads to ${shortenName(path)}, which ${kind}` }]
        : [];
    };
  const found = [
    ...(await locate([...reads, ...segments.flatMap(({ mentions }) => mentions)])).flatMap(
      judge(policy.isSecret, 'looks like it holds secrets'),
    ),
    ...leaveImpossible(await locate(writes)).flatMap(judge(policy.isProtected, 'is a protected file')),
  ];
  return found[0] ?? null;
}

function askAbout(judgement: CommandJudgement, { named, why }: Led): CommandJudgement {
  const segments = judgement.segments.map((segment) =>
    [segment.reads, segment.writes, segment.mentions].some((paths) => paths.includes(named))
      ? { ...segment, verdict: 'ask' as const, reason: why }
      : segment,
  );
  return { ...judgement, verdict: 'ask', reasons: [why], segments, isReadOnly: false };
}
