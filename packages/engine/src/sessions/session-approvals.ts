import {
  fail,
  rookError,
  succeed,
  type ApprovalAnswer,
  type EntryOf,
  type Result,
  type RookError,
} from '@rook/contract';

import {
  createApprovalId,
  requestEntry,
  type ApprovalEnd,
  type Approvals,
  type Question,
} from '../gate/approvals.ts';
import { hostOf } from '../gate/host-names.ts';
import type { CodeMark } from './code-mark.ts';
import type { ApprovalFold, AskedApproval } from './fold-approvals.ts';
import type { SealedDraft } from './seal.ts';
import type { SessionRecord } from './session-record.ts';

/** The questions of a session: asked by the gate, answered by any surface. */
export interface SessionApprovals extends Approvals {
  /** Writes an answer down; the first one counts. `isHeard`: the call that asked goes on with it. */
  answer(command: ApprovalAnswer, by: string): Promise<Result<{ readonly isHeard: boolean }>>;
  /** Takes back every question that is open. */
  voidOpen(reason: string): Promise<void>;
  /** The process ends: what is open stays open. */
  suspend(): void;
  /** What this session knows of the code of the workspace. */
  codeMark(): CodeMark;
}

export interface ApprovalSetup {
  readonly fold: ApprovalFold;
  readonly append: SessionRecord['append'];
  /** Puts the seal of the user on what gives a right. */
  readonly close: <Draft extends SealedDraft>(draft: Draft) => Draft;
  readonly canAsk: boolean;
  /** Shows what a yes would do, before the question is written down. */
  readonly show?: (id: string, question: Question) => void;
  /** Keeps a yes that holds in this workspace from now on. */
  readonly keepAlways: (asked: EntryOf<'approval_requested'>) => Promise<Result<void>>;
}

export function createSessionApprovals(setup: ApprovalSetup): SessionApprovals {
  const { fold, append, canAsk, close } = setup;
  const waiting: Waiting = { byId: new Map(), isEnding: false };
  let answering: Promise<unknown> = Promise.resolve();

  const voidOne: VoidOne = async (id, reason) => {
    await append([{ event_type: 'approval_voided', approval_id: id, reason }], { durable: true });
  };

  async function answerOne(command: ApprovalAnswer, by: string): Promise<Result<{ isHeard: boolean }>> {
    const { approval_id: id, answer, scope = 'once', reason } = command;
    const refused = judgeAnswer(fold.find(id), command);
    if (refused !== null) return fail(refused);
    const asked = fold.find(id)?.asked;
    if (answer === 'yes' && scope === 'always' && asked !== undefined) {
      const kept = await setup.keepAlways(asked);
      if (!kept.ok) return kept;
    }
    const why = reason === undefined || reason.trim() === '' ? {} : { reason };
    const written = await append(
      [close({ event_type: 'approval_answered', approval_id: id, answer, scope, by, ...why })],
      { durable: true },
    );
    if (!written.ok) return written;
    const waiter = waiting.byId.get(id);
    waiter?.('answered');
    return succeed({ isHeard: waiter !== undefined });
  }

  return {
    standing: (question) => fold.granted().find((asked) => covers(asked, question))?.approval_id ?? null,
    ask: async (question, signal) => {
      const wait = async (id: string) => waitFor(id, signal, { fold, waiting, voidOne });
      const recalled = await recall(question, { fold, wait, voidOne });
      if (recalled !== null) return recalled;
      if (!canAsk) return { kind: 'nobody' };
      const id = createApprovalId();
      setup.show?.(id, question);
      const written = await append([close(requestEntry(id, question))], { durable: true });
      if (!written.ok) return { kind: 'none', error: unrecorded(question.tool) };
      return wait(id);
    },
    asked: (turn, call) => {
      const known = fold.ofCall(turn, call);
      return known === undefined || known.voided !== null || known.isUsed
        ? null
        : (known.asked.content_hash ?? null);
    },
    withdraw: async (turn, call, reason) => {
      const known = fold.ofCall(turn, call);
      if (known !== undefined && known.voided === null && !known.isUsed)
        await voidOne(known.asked.approval_id, reason);
    },
    void: voidOne,
    answer: async (command, by) => {
      // One after the other: of two that come together the first one counts.
      const answered = answering.then(async () => answerOne(command, by));
      answering = answered.catch(() => undefined);
      return answered;
    },
    voidOpen: async (reason) => {
      for (const { approval_id: id } of fold.open()) await voidOne(id, reason);
    },
    codeMark: () => fold.codeMark(),
    suspend: () => {
      waiting.isEnding = true;
      for (const resolve of waiting.byId.values()) resolve('waiting');
    },
  };
}

type VoidOne = (id: string, reason: string) => Promise<void>;

/** Who waits for which answer. */
interface Waiting {
  readonly byId: Map<string, (end: 'answered' | 'waiting') => void>;
  isEnding: boolean;
}

async function waitFor(
  id: string,
  signal: AbortSignal,
  {
    fold,
    waiting,
    voidOne,
  }: { readonly fold: ApprovalFold; readonly waiting: Waiting; readonly voidOne: VoidOne },
): Promise<ApprovalEnd> {
  if (waiting.isEnding) return { kind: 'waiting' };
  const { promise, resolve } = Promise.withResolvers<'answered' | 'waiting' | 'cancelled'>();
  const cancel = () => resolve('cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  waiting.byId.set(id, resolve);
  if (signal.aborted) cancel();
  const heard = await promise;
  waiting.byId.delete(id);
  signal.removeEventListener('abort', cancel);
  const answer = fold.find(id)?.answer ?? null;
  if (answer !== null) return toEnd(id, answer);
  if (heard !== 'cancelled') return { kind: 'waiting' };
  await voidOne(id, 'The turn was cancelled.');
  return { kind: 'none', error: rookError('cancelled', 'The turn was cancelled before an answer came.') };
}

/** What this call asked before, when a process that ended since had begun it. */
async function recall(
  question: Question,
  {
    fold,
    wait,
    voidOne,
  }: {
    readonly fold: ApprovalFold;
    readonly wait: (id: string) => Promise<ApprovalEnd>;
    readonly voidOne: VoidOne;
  },
): Promise<ApprovalEnd | null> {
  const known = fold.ofCall(question.turn, question.call);
  if (known === undefined || known.voided !== null || known.isUsed) return null;
  const id = known.asked.approval_id;
  if (isSameQuestion(known.asked, question))
    return known.answer === null ? wait(id) : toEnd(id, known.answer);
  await voidOne(id, CHANGED);
  return known.answer === null ? null : { kind: 'none', error: rookError('approval_void', CHANGED) };
}

const CHANGED =
  'What was asked about has changed since the question was put, so its answer does not count; nothing was done. Look at it again.';

function toEnd(id: string, { answer, reason }: EntryOf<'approval_answered'>): ApprovalEnd {
  return answer === 'yes' ? { kind: 'yes', id } : { kind: 'no', id, reason: reason ?? null };
}

function judgeAnswer(known: AskedApproval | undefined, command: ApprovalAnswer): RookError | null {
  const { approval_id: id, answer, scope = 'once' } = command;
  if (known === undefined) return rookError('not_found', `There is no question ${id} in this session.`);
  const { asked, answer: given, voided, isUsed } = known;
  if (given !== null) {
    const sentence = `${id} was answered before with ${given.answer}, by ${given.by}; the first answer counts.`;
    return rookError('already_answered', sentence);
  }
  if (voided !== null || isUsed)
    return rookError('approval_void', `${id} is not open any more: ${voided ?? 'the call is over'}`);
  if (answer === 'no' && scope !== 'once')
    return rookError('invalid_value', 'A no holds for this call; give a scope only with a yes.');
  const scopes = asked.scopes ?? ['once'];
  if (!scopes.includes(scope)) {
    const sentence = `${id} can be answered with yes ${scopes.join(' or ')}; ${scope} is not offered for it.`;
    return rookError('invalid_value', sentence);
  }
  return null;
}

/** Whether a yes that was given for longer holds here too: the same tool, the same intent, and nothing beyond. */
function covers(asked: EntryOf<'approval_requested'>, question: Question): boolean {
  const { effect, tool, intent, paths, removes } = question;
  if (asked.tool !== tool || asked.effect !== effect.kind || (asked.intent_id ?? null) !== intent)
    return false;
  if (effect.kind === 'network') return asked.host === (hostOf(effect.url) ?? effect.url);
  if (effect.kind === 'run' && asked.source !== effect.source) return false;
  if (effect.kind === 'command' && !coversCommand(asked, question)) return false;
  const known = new Set(asked.paths);
  const removable = new Set(asked.removes);
  const isBare = effect.kind === 'command' || (effect.kind === 'run' && known.size === 0);
  const isSame = paths.length > 0 || isBare;
  // Who agreed to a change has not agreed that the file goes.
  return isSame && paths.every((path) => known.has(path)) && removes.every((path) => removable.has(path));
}

/** The words that were agreed to are enough for this command too. */
function coversCommand({ patterns = [] }: EntryOf<'approval_requested'>, { command }: Question): boolean {
  return patterns.length > 0 && command?.isAllowedBy(patterns) === true;
}

function isSameQuestion(asked: EntryOf<'approval_requested'>, question: Question): boolean {
  const {
    content_hash: hash,
    intent_id: intent,
    effect,
    paths,
    host,
    files,
  } = requestEntry(asked.approval_id, question);
  return (
    JSON.stringify([
      asked.content_hash,
      asked.intent_id,
      asked.effect,
      asked.paths,
      asked.host,
      pick(asked.files),
    ]) === JSON.stringify([hash, intent, effect, paths, host, pick(files)])
  );
}

function pick(files: EntryOf<'approval_requested'>['files']): readonly unknown[] {
  return (files ?? []).map(({ path, before_hash: before, after_hash: after }) => [path, before, after]);
}

function unrecorded(tool: string): RookError {
  const sentence = `The journal cannot be written, so nobody could be asked about ${tool}; it was not run.`;
  return rookError('journal_unavailable', sentence);
}
