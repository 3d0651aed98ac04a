import { resolve } from 'node:path';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import {
  checkCommand as judgeLine,
  createCommandPolicy,
  createFactSources,
  createRulesReader,
  listSome,
  refuseProblems,
  shortenName,
  suggestForLine,
  type CheckSetup,
  type CommandJudgement,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { loadWorkspace, openRules, readInputPieces } from '../compose.ts';
import { once } from '../once.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { lookAtCode, lookAtPath } from './command-code.ts';
import { leadsOut, pathFrom, placeOfCommand, realFolder } from './command-place.ts';

type Policy = ReturnType<typeof createCommandPolicy>;

interface Checker extends CheckSetup {
  readonly policy: Policy;
  readonly auto: boolean;
  /** The same for commands that run in another folder, which is counted from where this one judges. */
  readonly inFolder: (cwd: string) => Result<Checker>;
}

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
  await checkOne(call, checker.value, command);
  return succeed(undefined);
}

async function checkOne({ json, terminal }: CommandCall, checker: Checker, command: string): Promise<void> {
  const line = { command, cwd: checker.policy.cwd };
  const judgement = await judgeLine(checker, line);
  const suggested = await suggestForLine(checker, line, judgement);
  if (json) terminal.printJson(reportOf({ judgement, suggested }, checker, command));
  else describeJudgement(terminal, command, { judgement, suggested }, checker);
}

async function createChecker(call: CommandCall): Promise<Result<Checker>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { settings, folders } = composed.value;
  const sound = refuseProblems(
    settings.problems.filter(({ concerns }) => concerns.some((name) => name.startsWith('commands.'))),
  );
  if (!sound.ok) return sound;
  const { root, cwd } = placeOf(call, folders.workspace);
  if (leadsOut(cwd)) return fail(refuseOutside('--cwd', cwd));
  const rules = await createRulesReader(openRules(folders))();
  if (!rules.ok) return rules;
  const { values } = settings;
  const sources =
    root === null
      ? null
      : createFactSources(await loadWorkspace(root), {
          ignore: values['edits.ignore'],
          settings: values,
          home: folders.home,
        });
  const rest = {
    sources,
    commands: {
      settings: values,
      code: once(async () => lookAtCode(call, composed.value)),
      path: once(async () => lookAtPath(call, composed.value)),
    },
    userRules: rules.value,
    auto: values['commands.auto'],
  };
  const inFolder = (named: string): Result<Checker> => {
    if (root === null)
      return fail(
        rookError('no_workspace', 'There is no workspace here, so a cwd can be counted from nowhere.'),
      );
    const place = pathFrom(root, realFolder(resolve(root, cwd, named)));
    return leadsOut(place) ? fail(refuseOutside('cwd', place)) : succeed(createAt(place));
  };
  const createAt = (place: string): Checker => ({
    ...rest,
    policy: createCommandPolicy(values, { root, cwd: place }),
    inFolder,
  });
  return succeed(createAt(cwd));
}

function refuseOutside(name: string, cwd: string): RookError {
  return rookError(
    'outside_workspace',
    `${name} names ${cwd}, which is not in the workspace; name a folder in it.`,
  );
}

/** As `rook command run` would take it. */
function placeOf(
  call: CommandCall,
  workspace: string | null,
): { readonly root: string | null; readonly cwd: string } {
  if (workspace === null) return { root: null, cwd: '' };
  return { root: realFolder(workspace), cwd: placeOfCommand(call, workspace) };
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
    const read = readLine(line, index + 1);
    const there =
      read.ok && read.value.cwd !== undefined ? checker.inFolder(read.value.cwd) : succeed(checker);
    if (!read.ok) printBadLine(call, read.error);
    else if (!there.ok)
      printBadLine(call, { ...there.error, message: `Line ${index + 1}: ${there.error.message}` });
    else await checkOne(call, there.value, read.value.command);
    await call.terminal.ready();
  }
  return succeed(undefined);
}

interface LineToCheck {
  readonly command: string;
  /** Counted from where all are judged. */
  readonly cwd?: string;
}

function readLine(line: string, number: number): Result<LineToCheck> {
  const refuse = (what: string) =>
    fail(
      rookError(
        'invalid_input',
        `Line ${number} is no JSON object with a text as its ${what}; it was passed over.`,
      ),
    );
  const wrong = refuse('command');
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('command' in value)) return wrong;
    const { command } = value;
    if (typeof command !== 'string') return wrong;
    if (!('cwd' in value)) return succeed({ command });
    return typeof value.cwd === 'string' ? succeed({ command, cwd: value.cwd }) : refuse('cwd');
  } catch {
    return wrong;
  }
}

function printBadLine({ json, terminal }: CommandCall, error: RookError): void {
  if (json) terminal.printJson({ error });
  else terminal.note(error.message);
}

interface Checked {
  readonly judgement: CommandJudgement;
  readonly suggested: Awaited<ReturnType<typeof suggestForLine>>;
}

function reportOf({ judgement, suggested }: Checked, { policy, auto }: Checker, command: string): unknown {
  const { verdict, reasons, segments, reads, writes, isReadOnly, runsWorkspaceCode, network } = judgement;
  return {
    command,
    cwd: policy.cwd === '' ? '.' : policy.cwd,
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
  { judgement, suggested }: Checked,
  { auto, policy }: Checker,
): void {
  const { verdict, reasons, segments, runsWorkspaceCode, writes } = judgement;
  terminal.print({ text: verdict, style: STYLES[verdict] }, `  ${visibleLine(command)}`);
  if (policy.cwd !== '') terminal.print({ text: `  in the folder ${visibleLine(policy.cwd)}`, style: 'dim' });
  for (const { text, verdict: said, reason } of segments)
    terminal.print(
      '  ',
      { text: said, style: STYLES[said] },
      `  ${visibleLine(text)}: ${visibleLine(reason)}`,
    );
  const known = new Set(segments.map(({ reason }) => reason));
  for (const reason of reasons.filter((one) => !known.has(one))) terminal.print(`  ${visibleLine(reason)}`);
  // The JSON names all of them.
  if (writes.length > 0)
    terminal.print(`  would write: ${visibleLine(listSome(writes.map(shortenName), ', '))}`);
  if (runsWorkspaceCode)
    terminal.print(
      '  runs code of the workspace: asked about where the assistant has changed a file since your last yes',
    );
  if (suggested !== null) {
    terminal.print(`  to allow it: add ${visibleLine(suggested.patterns.join(', '))} to commands.allow`);
    if (suggested.examples.length > 0)
      terminal.print(`  that would also allow: ${visibleLine(suggested.examples.join(', '))}`);
  }
  if (verdict === 'allow' && !auto)
    terminal.print({ text: '  commands.auto is off, so it is asked about all the same', style: 'dim' });
}
