import { sessionIdSchema, type ExplainedRange } from '@rook/contract';
import * as z from 'zod';

import type { EditorWorkbench } from '../compose-workbench.ts';
import { chooseBench } from './change-commands.ts';
import type { Desk } from './desk.ts';

/** Chooses what the work of the chat is for from now on. */
export async function chooseIntent(desk: Desk): Promise<void> {
  const { window } = desk.editor;
  const bench = await chooseBench(desk);
  const listed = bench === null ? null : await bench.call('intent_list', {});
  if (bench === null || listed === null) return;
  if (!listed.ok || listed.value.problem !== undefined) {
    void window.showErrorMessage(listed.ok ? (listed.value.problem ?? '') : listed.error.message);
    return;
  }
  const last = desk.lastTurn.read();
  if (!listed.value.isGoverned || last === null) {
    const sentence = listed.value.isGoverned
      ? `Start a conversation with @${desk.brand.participant.name} first.`
      : 'This workspace is not governed; `rook intent new` makes the first intent.';
    void window.showInformationMessage(sentence);
    return;
  }
  const items = listed.value.intents.map(({ id, name, status, ownedScope }) => ({
    label: name,
    description: `${id} · ${status}`,
    detail: ownedScope.join(', '),
    id,
  }));
  const picked = await window.showQuickPick(items, { title: 'What is the work for?' });
  if (picked === undefined) return;
  const command = { type: 'intent_select', intent_id: picked.id } as const;
  const sent = await bench.call('session_send', { session: last.session, command });
  if (sent.ok) void window.showInformationMessage(`The chat works on: ${picked.label}`);
  else void window.showErrorMessage(sent.error.message);
}

const lineSchema = z.object({ path: z.string(), line: z.int().min(1) });

/** Says of the line at the cursor which change wrote it, for what, and what was asked for. */
export async function explainLine(desk: Desk, given: unknown): Promise<void> {
  const { window } = desk.editor;
  const bench = await chooseBench(desk);
  if (bench === null) return;
  const active = window.activeTextEditor;
  const named = lineSchema.safeParse(given);
  const path = named.success ? named.data.path : bench.pathOf(active?.document.uri ?? null);
  const line = named.success ? named.data.line : (active?.selection.active.line ?? 0) + 1;
  if (path === null) {
    void window.showInformationMessage('Open a file of the workspace and put the cursor on a line.');
    return;
  }
  const why = await bench.call('why', { path, line });
  if (!why.ok) {
    void window.showErrorMessage(why.error.message);
    return;
  }
  const [range] = why.value.ranges;
  const sentence = range === undefined ? 'Nothing is known of this line.' : describeRange(range);
  void window.showInformationMessage(`${path}:${line}`, { modal: true, detail: sentence });
}

function describeRange(range: ExplainedRange): string {
  if (range.changeSet === null) return range.reason;
  const who = { assistant: 'The assistant', user: 'The person', command: 'A command' }[range.origin];
  return [
    `${who} wrote it on ${range.timestamp.slice(0, 10)} in ${range.session}${range.turn === null ? '' : `, turn ${range.turn}`}.`,
    ...(range.intent === null ? [] : [`Intent: ${range.intent.name ?? range.intent.id}`]),
    ...(range.prompt === null ? [] : [`Asked for: ${range.prompt}`]),
    ...(range.model === null ? [] : [`Model: ${range.model}`]),
    ...(range.approval === null ? [] : [`Allowed by: ${range.approval.allowedBy}`]),
  ].join('\n');
}

const answerSchema = z.object({
  session: sessionIdSchema,
  approval: z.string(),
  answer: z.enum(['yes', 'no']),
  scope: z.enum(['once', 'session', 'always']).exactOptional(),
});

/** Answers a question that a turn waits for: the one that a button names, else the oldest of the last chat. */
export async function answerApproval(desk: Desk, given: unknown): Promise<void> {
  const bench = await chooseBench(desk);
  if (bench === null) return;
  const named = answerSchema.safeParse(given);
  const wish = named.success ? named.data : await pickAnswer(desk, bench);
  if (wish === null) return;
  await sendAnswer(desk, bench, wish);
}

/** Of a question that is not open any more, it says so. */
export async function sendAnswer(
  { editor }: Pick<Desk, 'editor'>,
  bench: Pick<EditorWorkbench, 'call'>,
  { session, approval, answer, scope }: z.infer<typeof answerSchema>,
): Promise<void> {
  const sent = await bench.call('session_send', {
    session,
    command: {
      type: 'approval_answer',
      approval_id: approval,
      answer,
      ...(scope === undefined ? {} : { scope }),
    },
  });
  if (!sent.ok) void editor.window.showErrorMessage(sent.error.message);
}

async function pickAnswer(
  { editor, brand }: Desk,
  bench: NonNullable<Awaited<ReturnType<typeof chooseBench>>>,
): Promise<z.infer<typeof answerSchema> | null> {
  const listed = await bench.call('session_list', { limit: 200 });
  const waiting = listed.ok ? listed.value.sessions.find(({ waits }) => waits) : undefined;
  const overview =
    waiting === undefined ? null : await bench.call('session_overview', { session: waiting.id });
  const [first] = overview?.ok === true ? overview.value.approvals : [];
  const question = z.looseObject({ approval_id: z.string(), question: z.string() }).safeParse(first);
  if (waiting === undefined || !question.success) {
    void editor.window.showInformationMessage(`${brand.title} waits for no answer.`);
    return null;
  }
  const answer = await editor.window.showInformationMessage(
    question.data.question,
    { modal: true },
    'Yes',
    'No',
  );
  if (answer === undefined) return null;
  return {
    session: waiting.id,
    approval: question.data.approval_id,
    answer: answer === 'Yes' ? 'yes' : 'no',
  };
}
