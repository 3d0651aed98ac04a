import { isAbsolute, relative, sep } from 'node:path';

import type { SettingValues } from '@rook/contract';

import type { CommandPolicy } from '../commands/command-policy.ts';
import { findUnreadTarget } from '../commands/find-unread-target.ts';
import { heedChanges, type CodeFacts } from '../commands/heed-changes.ts';
import { judgeCommand, type CommandJudgement } from '../commands/judge-command.ts';
import { listNamedPrograms } from '../commands/list-named-programs.ts';
import { suggestPattern } from '../commands/narrowest-pattern.ts';
import type { Effect } from '../tools/tool.ts';
import { createCommandPolicy, type PolicySettings } from './create-command-policy.ts';
import { enterLine, showEntering } from './enter-line.ts';
import { NAMES_ONLY } from './find-shown-secrets.ts';
import { findWorkspaceProgram } from './find-workspace-program.ts';
import { gatherTargets, type FactSources } from './gather-facts.ts';
import { lookCloser } from './look-closer.ts';
import type { CommandFacts, TargetFacts } from './rule.ts';

/** By what lines of shell are judged. */
export interface CommandSetup {
  readonly settings: PolicySettings & Pick<SettingValues, 'commands.auto'>;
  /** What is known of the code of the workspace; left out: somebody has changed it. */
  readonly code?: () => Promise<CodeFacts>;
  /** Whether a sandbox confines it; left out: none does. */
  readonly isConfined?: () => Promise<boolean>;
  /** The folders in which programs are looked for, as PATH names them; left out: none of them lies in the workspace. */
  readonly path?: () => Promise<readonly string[]>;
}

/** Judges a line of shell by the policy, and looks at what it would read, so that the rule can be pure. */
export async function gatherCommand(
  sources: FactSources | null,
  effect: Extract<Effect, { kind: 'command' }>,
  { settings, code, isConfined, path }: CommandSetup,
): Promise<CommandFacts> {
  const root = sources?.workspace.root ?? null;
  const started = await realFolder(sources, folderOf(effect.cwd, root));
  const line = await enterLine(sources?.workspace, { command: effect.command, cwd: started });
  const { command } = line;
  const policy = createCommandPolicy(settings, { root, cwd: line.cwd });
  const bare = judgeCommand(command, policy);
  const look = async (judgement: CommandJudgement, by: CommandPolicy) =>
    sources === null ? judgement : lookCloser(sources.workspace, command, { judgement, policy: by });
  const looked = await look(bare, policy);
  // Names of programs are looked at where none of them is known to run code of the workspace.
  const own =
    sources === null || path === undefined || looked.runsWorkspaceCode
      ? null
      : await findWorkspaceProgram(sources.workspace, effect.command, {
          policy: { ...policy, cwd: started },
          path: await path(),
        });
  const seen = own === null ? looked : { ...looked, runsWorkspaceCode: true, isReadOnly: false };
  // Other sessions are looked at for it, so nobody looks where no code is run.
  const judgement = seen.runsWorkspaceCode ? heedChanges(seen, (await code?.()) ?? UNKNOWN_CODE, own) : seen;
  const listed = bare.segments.flatMap(({ pattern }) => (pattern === null ? [] : [pattern]));
  const suggested =
    bare.verdict === 'allow' ? { patterns: [], examples: [] } : suggestPattern(command, policy);
  // A yes for longer has to hold for the whole line, also for the parts that are on the list.
  const patterns = suggested === null ? [] : [...listed, ...suggested.patterns];
  const reads = await gatherReads(sources, judgement);
  const wider = { ...policy, allow: [...policy.allow, ...patterns] };
  const listedAll = bare.verdict === 'allow' ? seen : await look(judgeCommand(command, wider), wider);
  const isPlain = suggested !== null && listedAll.verdict === 'allow' && reads.every((read) => isOpen(read));
  const unread = findUnreadTarget(effect.command);
  const isHeld = unread !== null && (await isConfined?.()) === true;
  const judgeBy = (allow: readonly string[]) => judgeCommand(command, { ...policy, allow: [...allow] });
  return {
    judgement: showEntering(judgement, line),
    unchanged: judgement === seen ? null : showEntering(seen, line),
    unread: (unread === null || isHeld ? null : `${unread}, ${COULD_BE}`) ?? unlookedOf(seen) ?? seen.guarded,
    auto: settings['commands.auto'],
    reads,
    // What asks is not in its words, so words of the user cannot answer it: each time it is another file.
    patterns: isPlain ? [...new Set(patterns)] : [],
    examples: isPlain ? (suggested?.examples ?? []) : [],
    words: listNamedPrograms(effect.command),
    isAllowedBy: (allow) => isPlain && judgeBy(allow).verdict === 'allow',
    runsCodeBy: (allow) => own !== null || judgeBy(allow).runsWorkspaceCode,
  };
}

const COULD_BE = 'so it could be a protected one, and nothing confines it';

/** Nothing about a file that would be read needs a question. */
function isOpen({ located, ignored, looksSecret, isOwn }: TargetFacts): boolean {
  return located.ok && ignored === null && !looksSecret && !isOwn;
}

function unlookedOf({ unlooked }: CommandJudgement): string | null {
  return unlooked === undefined ? null : `${unlooked}, so a secret or a protected file could be among them`;
}

/** That something is there, git may ignore it or not, tells nothing of what is in it. */
async function gatherReads(
  sources: FactSources | null,
  { reads, segments }: CommandJudgement,
): Promise<readonly TargetFacts[]> {
  const isShown = (path: string) =>
    !segments.every((one) => NAMES_ONLY.has(one.program ?? '') || !one.reads.includes(path));
  const targets = await gatherTargets(sources, { kind: 'read', paths: reads });
  return targets.map((target) =>
    target.ignored === 'gitignore' && !isShown(target.named)
      ? Object.assign({}, target, { ignored: null })
      : target,
  );
}

const UNKNOWN_CODE: CodeFacts = { changedSinceApproval: true, isConfined: false };

/**
 * Of a line that a rule of the user lets run, which `patterns` are of, only changes can ask. A program that the list does not name is
 * code of the workspace then, because nobody knows which files say what it does, so changes count for it too.
 */
export async function heedKeptPattern(
  facts: CommandFacts,
  patterns: readonly string[],
  code: CommandSetup['code'],
): Promise<CommandFacts> {
  const { judgement, unchanged, runsCodeBy } = facts;
  if (unchanged === null && !runsCodeBy(patterns)) return facts;
  const segments = judgement.segments.map((one) =>
    one.verdict === 'ask'
      ? { ...one, verdict: 'allow' as const, reason: 'a rule of yours lets it run' }
      : one,
  );
  const kept = { ...judgement, segments, runsWorkspaceCode: true, reasons: [] };
  const known = unchanged === null ? await code?.() : undefined;
  const heeded = heedChanges(kept, known ?? UNKNOWN_CODE);
  return heeded === kept ? facts : { ...facts, judgement: heeded, unchanged: unchanged ?? judgement };
}

/** It runs where a link leads to, so that is where its paths and its repository are. */
async function realFolder(sources: FactSources | null, folder: string): Promise<string> {
  const located = sources === null || folder === '' ? null : await sources.workspace.locate(folder);
  return located?.ok === true ? located.value.path : folder;
}

function folderOf(cwd: string, root: string | null): string {
  const inside = isAbsolute(cwd) && root !== null ? relative(root, cwd).split(sep).join('/') : cwd;
  return inside === '.' ? '' : inside;
}
