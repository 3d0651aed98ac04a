import { succeed, type Result } from '@rook/contract';
import type { IntentStatus } from '@rook/engine';

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
    call.terminal.printJson({ governed, file: book.path, intents: read.value.map(intentJson) });
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
    await call.terminal.ready();
  }
  if (read.value.length === 0) call.terminal.note(`There are no intents in ${visibleLine(book.path)}.`);
  const { governedBy } = composed.value.folders;
  const above = governedBy === null ? '' : ` It lies inside ${visibleLine(governedBy)}, which is.`;
  call.terminal.note(governed ? 'This workspace is governed.' : `This workspace is not governed.${above}`);
  return succeed(undefined);
}
