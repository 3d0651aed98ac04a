import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import {
  createRedactor,
  modelOfRole,
  resolveConnection,
  showDollars,
  toNanodollars,
  type Log,
  type ModelCaller,
  type ResolvedConnection,
} from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeUsableModels, type ModelComposition } from '../compose-models.ts';
import { openModel, type OpenedModel } from '../compose.ts';
import { createTestCaller } from '../create-test-caller.ts';
import { systemClock } from '../system-clock.ts';
import type { Style, Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { askModel, type Answer } from './ask-model.ts';
import { atMost, tokensRead } from './describe-usage.ts';
import { explainLimit } from './explain-limit.ts';
import { MODEL_CHECKS, type ModelCheck } from './model-checks.ts';

interface CheckReport {
  readonly name: ModelCheck['name'];
  readonly state: 'works' | 'fails' | 'not_claimed' | 'not_tried';
  readonly message?: string;
  readonly firstMilliseconds?: number | null;
  readonly totalMilliseconds?: number;
  readonly pieces?: number;
  readonly usage?: Answer['usage'];
}

/** Says what was tried and what came of it. The first failure is the answer of the command. */
export async function testModel(call: CommandCall): Promise<Outcome> {
  const composed = await composeUsableModels(call);
  if (!composed.ok) return composed;
  const resolved = await resolveConnection(composed.value.sources, call.arguments.get('NAME'));
  if (!resolved.ok) return resolved;
  const name = nameModel(call, resolved.value);
  if (!name.ok) return name;
  const opened = await openModel(call, resolved.value, name.value);
  if (!opened.ok) return opened;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  // Once: a second Ctrl-C ends the process whatever it does.
  process.once('SIGINT', cancel);
  try {
    return await runChecks(call, composed.value, resolved.value, { ...opened.value, signal: stop.signal });
  } finally {
    process.off('SIGINT', cancel);
    opened.value.close();
  }
}

function nameModel(call: CommandCall, resolved: ResolvedConnection): Result<string> {
  const named = call.options.get('model');
  return named === undefined ? modelOfRole(resolved, 'main') : succeed(named);
}

async function runChecks(
  call: CommandCall,
  composition: ModelComposition,
  resolved: ResolvedConnection,
  { model, signal }: OpenedModel & { readonly signal: AbortSignal },
): Promise<Outcome> {
  const { connection, key, keyOrigin } = resolved;
  const caller = createTestCaller(composition, {
    brand: call.brand,
    resolved,
    model,
    log: createNotes(call.terminal),
  });
  const redactor = createRedactor({ secrets: key === null ? [] : [key] });
  const say = (text: string) => redactor.redactText(text).text;
  const header = `${connection.name} (${connection.provider}), ${model.name}`;
  if (!call.json) call.terminal.print({ text: visibleLine(header), style: 'bold' });
  const reports: CheckReport[] = [];
  let first: RookError | null = null;
  for (const check of MODEL_CHECKS) {
    const claimed = check.isClaimed(model.abilities);
    const stopped = first !== null && (GENERAL.has(first.code) || !isAnswered(reports[0]));
    const done = await runCheck(caller, check, { claimed, stopped, signal });
    if (signal.aborted)
      return fail(rookError('cancelled', 'The test was cancelled; what was tried may have cost something.'));
    const error = done.error === null ? null : explainLimit(done.error, composition.settings);
    const report = error === null ? done.report : { ...done.report, message: say(error.message) };
    first ??= error === null ? null : { ...error, message: say(error.message) };
    reports.push(report);
    if (!call.json) printReport(call.terminal, check, report);
  }
  if (call.json) {
    call.terminal.printJson({
      connection: connection.name,
      provider: connection.provider,
      model: model.name,
      key: keyOrigin,
      checks: reports,
    });
  }
  // On a screen the line of the check has said it.
  return first === null ? succeed(undefined) : { ...fail(first), told: !call.json };
}

/** What a log would keep is said, once each. */
function createNotes(terminal: Terminal): Log {
  const said = new Set<string>();
  return {
    write: (level, message) => {
      if ((level !== 'error' && level !== 'warn') || said.has(message)) return;
      said.add(message);
      terminal.note({ text: 'problem  ', style: 'yellow' }, visibleLine(message));
    },
  };
}

/** What fails whatever is asked; the other checks would only fail the same way, some after a long wait. */
const GENERAL: ReadonlySet<string> = new Set([
  'budget_exceeded',
  'price_unknown',
  'model_no_credit',
  'model_rate_limited',
  'model_overloaded',
  'model_bad_key',
  'model_no_key',
  'model_no_connection',
  'model_unknown',
  'model_unreachable',
  'model_certificate',
  'model_stalled',
  'timed_out',
]);

const UNSENT: ReadonlySet<string> = new Set(['budget_exceeded', 'price_unknown']);

/** Who does not answer the plainest question answers none. */
function isAnswered(report: CheckReport | undefined): boolean {
  return report?.totalMilliseconds !== undefined;
}

interface Circumstances {
  readonly claimed: boolean;
  /** A failure so far says what would come of this one too. */
  readonly stopped: boolean;
  readonly signal: AbortSignal;
}

async function runCheck(
  caller: ModelCaller,
  { name, request, judge }: ModelCheck,
  { claimed, stopped, signal }: Circumstances,
): Promise<{ readonly report: CheckReport; readonly error: RookError | null }> {
  if (!claimed) return { report: { name, state: 'not_claimed' }, error: null };
  if (stopped) return { report: { name, state: 'not_tried' }, error: null };
  const answer = await askModel(caller, request, { clock: systemClock, signal });
  if (!answer.ok) {
    // Nothing was sent, so nothing is known of the model.
    const state = UNSENT.has(answer.error.code) ? 'not_tried' : 'fails';
    return { report: { name, state }, error: answer.error };
  }
  const { firstMilliseconds, totalMilliseconds, pieces, usage } = answer.value;
  const measured = {
    totalMilliseconds: Math.round(totalMilliseconds),
    pieces,
    usage,
  };
  const report = {
    name,
    firstMilliseconds: firstMilliseconds === null ? null : Math.round(firstMilliseconds),
    ...measured,
  };
  const wrong = judge(answer.value);
  if (wrong === null) return { report: { ...report, state: 'works' }, error: null };
  const sentence = `The model answered, but ${wrong}.`;
  return { report: { ...report, state: 'fails' }, error: rookError('model_bad_answer', sentence) };
}

const MARKS: Record<CheckReport['state'], readonly [string, Style]> = {
  works: ['✓', 'green'],
  fails: ['✗', 'red'],
  not_claimed: ['–', 'dim'],
  not_tried: ['–', 'dim'],
};

function printReport(terminal: Terminal, { does }: ModelCheck, report: CheckReport): void {
  const [mark, style] = MARKS[report.state];
  terminal.print({ text: `${mark} `, style }, does.padEnd(18), visibleLine(describeReport(report)));
}

function describeReport({
  name,
  state,
  message,
  firstMilliseconds,
  totalMilliseconds,
  usage,
  pieces,
}: CheckReport): string {
  if (state === 'not_claimed') return 'not tried: the model does not claim to';
  if (state === 'not_tried') return message === undefined ? 'not tried' : `not tried: ${message}`;
  if (message !== undefined) return message;
  const first = firstMilliseconds === null ? [] : [`first word after ${firstMilliseconds} ms`];
  const streamed = describePieces(name, pieces ?? 0);
  const most = usage === undefined ? '' : atMost(usage);
  const tokens = usage === undefined ? [] : [`${most}${tokensRead(usage)} + ${usage.output_tokens} tokens`];
  const price = usage?.cost_usd ?? null;
  const amount = price === null ? 'unknown price' : `${most}${showDollars(toNanodollars(price))}`;
  const cost = most === '' ? amount : `${amount} (the provider did not say how many tokens it used)`;
  return [...first, `${totalMilliseconds} ms in all`, ...streamed, ...tokens, cost].join(', ');
}

/** Whether an answer streams shows in the plain one; the others are too short to tell. */
function describePieces(name: CheckReport['name'], pieces: number): string[] {
  if (pieces > 1) return [`${pieces} pieces`];
  return name === 'text' ? ['in one piece'] : [];
}
