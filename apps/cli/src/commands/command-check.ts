import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import {
  createCommandPolicy,
  createRulesReader,
  findCommandRule,
  heedChanges,
  judgeCommand,
  lookCloser,
  refuseProblems,
  suggestPattern,
  type CodeFacts,
  type CommandJudgement,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { loadWorkspace, openRules, readInputPieces } from '../compose.ts';
import { once } from '../once.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { lookAtCode } from './command-code.ts';

type Policy = ReturnType<typeof createCommandPolicy>;

interface Checker {
  readonly policy: Policy;
  readonly workspace: Awaited<ReturnType<typeof loadWorkspace>> | null;
  readonly auto: boolean;
  readonly rules: Rules;
  /** What is known of the code of the workspace; asked for only where a command runs some. */
  readonly code: () => Promise<CodeFacts>;
}

type Rules = Extract<Awaited<ReturnType<ReturnType<typeof createRulesReader>>>, { ok: true }>['value'];

const MOST_BYTES = 32 * 1024 * 1024;

/** Says how the policy judges a command, or each of many. Nothing is run, so every verdict is an answer. */
export async function checkCommand(call: CommandCall): Promise<Result<void>> {
  const isBatch = call.switches.has('batch');
  const command = call.arguments.get('CMD');
  if (isBatch === (command !== undefined)) {
    const sentence = isBatch
      ? 'With --batch the commands come from standard input; leave CMD out.'
      : "Name the command as one text, as in rook command check 'npm test', or pipe JSON lines to it with --batch.";
    return fail(rookError('usage', sentence));
  }
  const checker = await createChecker(call);
  if (!checker.ok) return checker;
  if (command === undefined) return checkLines(call, checker.value);
  const judgement = await judge(command, checker.value);
  if (call.json) call.terminal.printJson(reportOf(judgement, checker.value, command));
  else describeJudgement(call.terminal, command, judgement, checker.value);
  return succeed(undefined);
}

async function createChecker(call: CommandCall): Promise<Result<Checker>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { settings, folders } = composed.value;
  const sound = refuseProblems(
    settings.problems.filter(({ concerns }) => concerns.some((name) => name.startsWith('commands.'))),
  );
  if (!sound.ok) return sound;
  const root = folders.workspace === null ? null : realPath(folders.workspace);
  const { currentFolder } = call.surroundings;
  const inside = root === null ? '' : relative(root, realPath(currentFolder)).split(sep).join('/');
  // A workspace that is named is where the command would run.
  const cwd = call.workspace !== undefined || inside.startsWith('..') ? '' : inside;
  const policy = createCommandPolicy(settings.values, { root, cwd });
  const rules = await createRulesReader(openRules(folders))();
  if (!rules.ok) return rules;
  const workspace = root === null ? null : await loadWorkspace(root);
  return succeed({
    policy,
    workspace,
    auto: settings.values['commands.auto'],
    rules: rules.value,
    code: once(async () => lookAtCode(call, composed.value)),
  });
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/** By the words, then by the disk, then by what sessions changed, then by the rules of the user: in the order of the gate. */
async function judge(command: string, checker: Checker): Promise<CommandJudgement> {
  const { policy, workspace } = checker;
  const bare = judgeCommand(command, policy);
  const seen = workspace === null ? bare : await lookCloser(workspace, command, { judgement: bare, policy });
  const heeded = seen.runsWorkspaceCode ? heedChanges(seen, await checker.code()) : seen;
  return heedRules(heeded, command, checker);
}

/** What the user answered with always, or wrote down, counts as it does when the command is run. What writes is asked about by its files. */
function heedRules(
  judgement: CommandJudgement,
  command: string,
  { rules, policy }: Checker,
): CommandJudgement {
  const rule = judgement.verdict === 'refuse' ? null : findCommandRule(rules, command, policy);
  if (rule === null || (rule.verdict === 'allow' && judgement.writes.length > 0)) return judgement;
  if (rule.verdict === 'allow' && judgement.verdict === 'allow') return judgement;
  const reasons = [`your rule ${rule.name} says ${rule.verdict}`];
  return { ...judgement, verdict: rule.verdict, reasons };
}

async function checkLines(call: CommandCall, checker: Checker): Promise<Result<void>> {
  if (process.stdin.isTTY) {
    const sentence = 'Nothing is piped in; pipe lines such as {"command": "npm test"} to it.';
    return fail(rookError('usage', sentence));
  }
  const bytes = await readInputPieces(process.stdin, MOST_BYTES);
  if (!bytes.ok) return bytes;
  const lines = new TextDecoder().decode(bytes.value).split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const command = readLine(line, index + 1);
    if (!command.ok) printBadLine(call, command.error);
    else {
      const judgement = await judge(command.value, checker);
      if (call.json) call.terminal.printJson(reportOf(judgement, checker, command.value));
      else describeJudgement(call.terminal, command.value, judgement, checker);
    }
    await call.terminal.ready();
  }
  return succeed(undefined);
}

function readLine(line: string, number: number): Result<string> {
  const wrong = fail(
    rookError(
      'invalid_input',
      `Line ${number} is no JSON object with a text as its command; it was passed over.`,
    ),
  );
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('command' in value)) return wrong;
    return typeof value.command === 'string' ? succeed(value.command) : wrong;
  } catch {
    return wrong;
  }
}

function printBadLine({ json, terminal }: CommandCall, error: RookError): void {
  if (json) terminal.printJson({ error });
  else terminal.note(error.message);
}

function reportOf(judgement: CommandJudgement, { policy, auto }: Checker, command: string): unknown {
  const { verdict, reasons, segments, reads, writes, isReadOnly, runsWorkspaceCode, network } = judgement;
  const suggested = suggestPattern(command, policy);
  return {
    command,
    verdict,
    reasons,
    segments: segments.map(({ text, verdict: said, reason, program, pattern }) => ({
      text,
      verdict: said,
      reason,
      program,
      pattern,
    })),
    auto,
    reads,
    writes,
    isReadOnly,
    runsWorkspaceCode,
    network,
    ...(suggested === null ? {} : { suggested }),
  };
}

const STYLES = { allow: 'green', ask: 'yellow', refuse: 'red' } as const;

function describeJudgement(
  terminal: Terminal,
  command: string,
  { verdict, reasons, segments, runsWorkspaceCode, writes }: CommandJudgement,
  { auto, policy }: Checker,
): void {
  terminal.print({ text: verdict, style: STYLES[verdict] }, `  ${visibleLine(command)}`);
  for (const { text, verdict: said, reason } of segments)
    terminal.print(
      '  ',
      { text: said, style: STYLES[said] },
      `  ${visibleLine(text)}: ${visibleLine(reason)}`,
    );
  const known = new Set(segments.map(({ reason }) => reason));
  for (const reason of reasons.filter((one) => !known.has(one))) terminal.print(`  ${visibleLine(reason)}`);
  if (writes.length > 0) terminal.print(`  would write: ${visibleLine(writes.join(', '))}`);
  if (runsWorkspaceCode)
    terminal.print(
      '  runs code of the workspace: asked about where the assistant has changed a file since your last yes',
    );
  const suggested = suggestPattern(command, policy);
  if (suggested !== null) {
    terminal.print(`  to allow it: add ${visibleLine(suggested.patterns.join(', '))} to commands.allow`);
    if (suggested.examples.length > 0)
      terminal.print(`  that would also allow: ${visibleLine(suggested.examples.join(', '))}`);
  }
  if (verdict === 'allow' && !auto)
    terminal.print({ text: '  commands.auto is off, so it is asked about all the same', style: 'dim' });
}
