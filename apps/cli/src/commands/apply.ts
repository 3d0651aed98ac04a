import { fail, rookError, succeed } from '@rook/contract';
import {
  applyReply,
  decodeReply,
  readReply,
  recordRefusedReply,
  refuseReading,
  type AppliedReply,
} from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeApply } from '../compose-apply.ts';
import { finishFirst } from '../terminal/finish-first.ts';
import { printApplied, printSummary } from './apply-screen.ts';
import { readReplyInput } from './reply-input.ts';

/** Applies a reply that was read whole, as one change set. Of any other reply nothing is applied. */
export async function applyFile(call: CommandCall): Promise<Outcome> {
  const dryRun = call.switches.has('dryRun');
  const bytes = await readReplyInput(call, 'apply');
  if (!bytes.ok) return bytes;
  const composed = await composeApply(call, 'apply');
  if (!composed.ok) return composed;
  const { setup, log, named } = composed.value;
  const { text, problems } = decodeReply(bytes.value);
  const reading = readReply(text, { problems });
  if (!reading.complete) {
    const { error, isReply, changes } = refuseReading(reading);
    if (!dryRun) log.write('warn', error.message);
    const summary = reading.recovered.summary ?? '';
    // Who gives something else than a reply by mistake finds nothing of it in the history.
    if (!dryRun && isReply)
      await recordRefusedReply(setup, { label: labelOf(call), summary, changes, error, ...named });
    return fail(error);
  }

  if (!call.json) printSummary(call.terminal, reading);
  const reply = { reading, label: labelOf(call), partial: call.switches.has('partial'), dryRun, ...named };
  const applied = await finishFirst(async () => applyReply(setup, reply), {
    interrupted: () => call.terminal.note('Finishing the change set; Ctrl-C once more ends at once.'),
  });
  if (!applied.ok) return applied;
  const { changeSet, files } = applied.value.report;
  if (call.json) call.terminal.printJson({ changeSet, files: files.map(describeFile) });
  else await printApplied(call.terminal, reading, applied.value, dryRun);
  return judge(call, applied.value, dryRun);
}

type ReportedFile = AppliedReply['report']['files'][number];

/** What a script is told of a file. */
function describeFile({ preview: _preview, path, status, code, message, ...file }: ReportedFile): object {
  const { added, removed, modified = 0, ...hashes } = file;
  const why = { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) };
  return { path, status, ...why, added, removed, modified, ...hashes };
}

/** What the person typed, for the record. */
function labelOf({ brand, arguments: words, switches, options }: CommandCall): string {
  const flags = [
    ...(switches.has('partial') ? ['--partial'] : []),
    ...(switches.has('yesProtected') ? ['--yes-protected'] : []),
    ...(options.has('intent') ? ['--intent', options.get('intent') ?? ''] : []),
  ];
  return [brand.binary, 'apply', words.get('FILE') ?? '-', ...flags].join(' ');
}

function judge(
  { json }: CommandCall,
  { report, session, isRecorded }: AppliedReply,
  dryRun: boolean,
): Outcome {
  const refused = report.files.filter(({ status }) => status === 'refused');
  const [first] = refused;
  if (!isRecorded) {
    const sentence = `Not everything about ${session ?? 'this'} could be recorded; \`rook diagnose\` says what is wrong.`;
    return fail(rookError('journal_unavailable', sentence));
  }
  if (first === undefined) return succeed(undefined);
  const count = `${refused.length} of ${report.files.length} ${report.files.length === 1 ? 'file' : 'files'} refused`;
  const applied = report.files.filter(({ status }) => status === 'applied').length;
  const rest = applied === 0 ? 'nothing was written' : `${applied} ${dryRun ? 'would be' : 'applied'}`;
  return { ...fail(rookError(first.code ?? 'internal', `${count}; ${rest}.`)), told: json };
}
