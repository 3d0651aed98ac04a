import { fail, succeed } from '@rook/contract';
import { isOpen, type AskedApproval, type Store } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { systemClock } from '../system-clock.ts';
import { cutToWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';
import { findApprovals, type FoundApproval } from './approval-find.ts';
import { describeQuestion, loadPreview } from './approval-show.ts';
import { describeAge } from './describe-age.ts';
import { describeEnd } from './describe-approval.ts';
import { readDiff } from './read-diff.ts';

/** Lists what a person has to decide. A session that cannot be read is named with its failure and hides no other. */
export async function printApprovals(call: CommandCall): Promise<Outcome> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { terminal, json } = call;
  const { store } = composed.value;
  const found = await findApprovals(call, composed.value);
  if (!found.ok) return found;
  const { approvals, failures } = found.value;
  const shown = call.switches.has('all') ? approvals : approvals.filter(({ approval }) => isOpen(approval));
  for (const one of shown) {
    const [files, command] = [await countFiles(one, store), await loadCommand(one, store)];
    if (json) terminal.printJson(describe(one, files, command));
    else printApproval(call, one, { files, command });
    await terminal.ready();
  }
  if (!json && shown.length === 0 && failures.length === 0)
    terminal.note(
      call.switches.has('all') ? 'Nothing was asked here yet.' : 'No question waits for an answer here.',
    );
  for (const { session, error } of failures) {
    if (json) terminal.printJson({ session, error });
    else terminal.note({ text: '✗ ', style: 'red' }, `${session}  ${visibleLine(error.message)}`);
  }
  const [failure] = failures;
  return failure === undefined ? succeed(undefined) : { ...fail(failure.error), told: true };
}

interface CountedFile {
  readonly path: string;
  /** Null where nothing says it. */
  readonly added: number | null;
  readonly removed: number | null;
}

async function countFiles(
  { approval: { asked } }: FoundApproval,
  store: Store,
): Promise<readonly CountedFile[]> {
  const paths = asked.files?.map(({ path }) => path) ?? [];
  if (paths.length === 0) return [];
  const { text } = await loadPreview(asked, store.blobs);
  const counts = new Map(readDiff(text).files.map((file) => [file.path, file]));
  return paths.map((path) => {
    const count = counts.get(path);
    return { path, added: count?.added ?? null, removed: count?.removed ?? null };
  });
}

/** What would be run; null: it is about something else. */
async function loadCommand({ approval: { asked } }: FoundApproval, store: Store): Promise<string | null> {
  if (asked.effect !== 'command') return null;
  const { text } = await loadPreview(asked, store.blobs);
  return text === '' ? null : text;
}

interface Wanted {
  readonly files: readonly CountedFile[];
  readonly command: string | null;
}

const MOST_FILES = 20;
const MOST_LINES = 10;
const MOST_CHARACTERS = 400;

function printApproval(
  { terminal }: CommandCall,
  { session, approval }: FoundApproval,
  { files, command }: Wanted,
): void {
  const { asked } = approval;
  const { approval_id: id, timestamp } = asked;
  terminal.print(
    isOpen(approval) ? { text: '? ', style: 'yellow' } : '  ',
    { text: visibleLine(id), style: 'bold' },
    `  ${describeAge(timestamp, systemClock.now())}  ${describeQuestion(asked)}`,
    { text: `  ${session} ${asked.turn_id}`, style: 'dim' },
  );
  const lines = command?.trimEnd().split('\n') ?? [];
  for (const [place, line] of lines.slice(0, MOST_LINES).entries())
    terminal.print(`    ${place === 0 ? '$ ' : '  '}${cutToWidth(visibleLine(line), MOST_CHARACTERS)}`);
  if (lines.length > MOST_LINES) terminal.print(`    and ${lines.length - MOST_LINES} more lines`);
  for (const { path, added, removed } of files.slice(0, MOST_FILES)) {
    const counts = added === null || removed === null ? '' : `  +${added} -${removed}`;
    terminal.print(`    ${visibleLine(path)}${counts}`);
  }
  if (files.length > MOST_FILES) terminal.print(`    and ${files.length - MOST_FILES} more files`);
  if (!isOpen(approval))
    terminal.print({
      text: `    ${cutToWidth(visibleLine(describeEnd(approval)), MOST_CHARACTERS)}`,
      style: 'dim',
    });
}

/** What a script is told of a question. */
function describe(
  { session, approval }: FoundApproval,
  files: readonly CountedFile[],
  command: string | null,
): object {
  const { asked, answer, voided } = approval;
  return {
    id: asked.approval_id,
    session,
    turn: asked.turn_id,
    timestamp: asked.timestamp,
    status: statusOf(approval),
    question: asked.question,
    tool: asked.tool ?? null,
    effect: asked.effect ?? null,
    rule: asked.rule ?? null,
    source: asked.source ?? null,
    host: asked.host ?? null,
    scopes: asked.scopes ?? ['once'],
    paths: asked.paths ?? [],
    files,
    ...(command === null ? {} : { command }),
    ...(answer === null
      ? {}
      : {
          answer: {
            answer: answer.answer,
            scope: answer.scope,
            by: answer.by,
            reason: answer.reason ?? null,
          },
        }),
    ...(voided === null ? {} : { voided }),
  };
}

function statusOf(approval: AskedApproval): 'open' | 'yes' | 'no' | 'void' {
  if (isOpen(approval)) return 'open';
  return approval.voided === null && approval.answer !== null ? approval.answer.answer : 'void';
}
