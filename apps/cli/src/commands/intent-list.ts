import { succeed, type Result } from '@rook/contract';
import { explainPattern, type Intent, type IntentStatus } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import type { Style } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { intentJson, intentLine } from './intent-record.ts';

const STYLES: Readonly<Record<IntentStatus, Style>> = {
  PENDING: 'yellow',
  IN_PROGRESS: 'green',
  COMPLETED: 'dim',
  BLOCKED: 'red',
};

export async function listIntents(call: CommandCall): Promise<Result<void>> {
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const { book } = composed.value;
  const governed = await composed.value.isGoverned();
  const read = await book.read();
  if (!read.ok) return read;
  if (call.json) {
    call.terminal.printJson({ governed, file: book.path, intents: read.value.map(listedJson) });
    return succeed(undefined);
  }
  for (const intent of read.value) {
    const { id, status, isDraft } = intent;
    call.terminal.print(
      { text: id, style: 'bold' },
      '  ',
      isDraft ? { text: 'draft', style: 'yellow' } : { text: status, style: STYLES[status] },
      `  ${intentLine(intent)}`,
    );
    for (const { pattern, why } of problemsOf(intent)) {
      const text = `    ${visibleLine(JSON.stringify(pattern))} covers nothing: ${visibleLine(why)}`;
      call.terminal.print({ text, style: 'yellow' });
    }
    await call.terminal.ready();
  }
  if (read.value.length === 0) call.terminal.note(`There are no intents in ${visibleLine(book.path)}.`);
  const { governedBy } = composed.value.folders;
  const above = governedBy === null ? '' : ` It lies inside ${visibleLine(governedBy)}, which is.`;
  call.terminal.note(governed ? 'This workspace is governed.' : `This workspace is not governed.${above}`);
  return succeed(undefined);
}

function listedJson(intent: Intent): Readonly<Record<string, unknown>> {
  const problems = problemsOf(intent);
  return problems.length === 0 ? intentJson(intent) : { ...intentJson(intent), scope_problems: problems };
}

function problemsOf({ ownedScope }: Intent): readonly { readonly pattern: string; readonly why: string }[] {
  return ownedScope.flatMap((pattern) => {
    const why = explainPattern(pattern);
    return why === null ? [] : [{ pattern, why }];
  });
}
