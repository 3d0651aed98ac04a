import type { Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { undo } from './rewind.ts';

/** Takes back the last rewind. */
export async function forward(call: CommandCall): Promise<Result<void>> {
  return undo(call, 'forward');
}
