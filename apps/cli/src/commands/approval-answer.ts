import { fail, rookError, succeed, type ApprovalAnswer, type Result, type RookError } from '@rook/contract';
import { isOpen, listApprovals, loadSeal } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeAsk, type AskComposition } from '../compose-ask.ts';
import { composeStore, withJournal, type StoreComposition } from '../compose-store.ts';
import { openSealKey } from '../compose.ts';
import { visibleLine } from '../terminal/visible.ts';
import { chooseApproval, findApprovals, type FoundApproval } from './approval-find.ts';
import { showQuestion } from './approval-show.ts';
import { createOwnTurn, runOnce } from './ask-once.ts';
import { noteProblems } from './note-problems.ts';

/** Answers a question, and goes on with the turn that waits for it. What is typed here is the decision. */
export async function answerApproval(call: CommandCall): Promise<Outcome> {
  const answer = readAnswer(call);
  if (!answer.ok) return answer;
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const found = await findApprovals(call, composed.value);
  if (!found.ok) return found;
  const chosen = chooseApproval(found.value.approvals, call.arguments.get('ID') ?? '');
  if (!chosen.ok) return chosen;
  const { session, approval } = chosen.value;
  const command: ApprovalAnswer = {
    type: 'approval_answer',
    approval_id: approval.asked.approval_id,
    ...answer.value,
  };
  // Whoever answers here can be asked again; without a terminal the next question is left for the next call.
  const asking = await composeAsk(call, { canAsk: true });
  if (!asking.ok)
    return isWithoutModel(asking.error)
      ? recordAnswer(call, composed.value, { session, command, error: asking.error })
      : asking;
  try {
    return await goOn(call, asking.value, chosen.value, command);
  } finally {
    await asking.value.close();
  }
}

function readAnswer(call: CommandCall): Result<Pick<ApprovalAnswer, 'answer' | 'scope' | 'reason'>> {
  const { switches, options } = call;
  const answer = call.arguments.get('ANSWER') === 'yes' ? 'yes' : 'no';
  const reason = options.get('reason');
  const [isSession, isAlways] = [switches.has('sessionWide'), switches.has('always')];
  if (isSession && isAlways)
    return fail(
      rookError('usage', '--session-wide and --always say two different things; give one of them.'),
    );
  if (answer === 'no' && (isSession || isAlways))
    return fail(rookError('usage', 'A no holds for this call alone; leave --session-wide and --always out.'));
  if (answer === 'yes' && reason !== undefined)
    return fail(rookError('usage', '--reason goes with a no: it tells the model why.'));
  const scope = isAlways ? 'always' : isSession ? 'session' : 'once';
  return succeed({
    answer,
    ...(answer === 'yes' ? { scope } : {}),
    ...(reason === undefined ? {} : { reason }),
  });
}

async function goOn(
  call: CommandCall,
  composition: AskComposition,
  { session: id, approval }: FoundApproval,
  command: ApprovalAnswer,
): Promise<Outcome> {
  if (!call.json) {
    noteProblems(call.terminal, composition.settings);
    await showQuestion(call.terminal, approval.asked, composition.store.blobs, false);
  }
  return runOnce(call, composition, {
    session: id,
    own: createOwnTurn(null, approval.asked.turn_id),
    work: async ({ session, desk, send }) => {
      const sent = await send(command);
      if (!sent.ok) return sent;
      // Other questions of the same turn may have been open beside this one.
      await desk.takeUp(session);
      return sent;
    },
  });
}

function isWithoutModel({ code }: RookError): boolean {
  return code.startsWith('model_');
}

interface Unasked extends Pick<FoundApproval, 'session'> {
  readonly command: ApprovalAnswer;
  /** Why no model can be asked. */
  readonly error: RookError;
}

/** The answer is kept although the turn cannot go on now. */
async function recordAnswer(
  call: CommandCall,
  composition: StoreComposition,
  { session, command, error }: Unasked,
): Promise<Outcome> {
  const { approval_id: id, answer, scope = 'once', reason } = command;
  // What holds for longer than a session is kept elsewhere, by whoever goes on with the turn.
  if (scope === 'always') return fail(error);
  const recorded = await withJournal(call, composition, session, async (journal) => {
    const seal = await loadSeal(openSealKey(composition.folders));
    if (!seal.ok) return seal;
    const now = await listApprovals(composition.store, session, seal.value);
    if (!now.ok) return now;
    const asked = now.value.find((one) => one.asked.approval_id === id);
    if (asked === undefined || !isOpen(asked))
      return fail(rookError('already_answered', `${id} is not open any more; the first answer counts.`));
    if (scope !== 'once' && asked.asked.scopes?.includes(scope) !== true)
      return fail(rookError('invalid_value', `${id} can be answered for this call alone.`));
    return journal.append([
      seal.value.close(session, {
        event_type: 'approval_answered',
        approval_id: id,
        answer,
        scope,
        by: 'cli',
        ...(reason === undefined ? {} : { reason }),
      }),
    ]);
  });
  if (!recorded.ok) return recorded;
  if (call.json) call.terminal.printJson({ id, session, answer, scope, goneOn: false });
  else
    call.terminal.note(
      visibleLine(
        `${id} is answered with ${answer}. The turn cannot go on now: ${error.message} \`rook ask --session ${session}\` goes on with it.`,
      ),
    );
  return succeed(undefined);
}
