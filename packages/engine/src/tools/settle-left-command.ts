import { intentIdSchema, succeed, type IntentId, type Result, type TurnId } from '@rook/contract';

import type { OtherWrites } from '../edits/find-other-writes.ts';
import { keepCommandChanges } from '../edits/keep-command-changes.ts';
import {
  writeCommandChanges,
  type CommandChangePorts,
  type WrittenChanges,
} from '../edits/write-command-changes.ts';
import { parseLook } from './parse-look.ts';
import { createWorkspaceWatch, type WatchPorts } from './watch-workspace.ts';

/** A command whose process died. */
interface CommandToSettle {
  readonly command: string;
  readonly turn: TurnId;
  readonly by: 'assistant' | 'user';
  /** What was seen before it, as it was written down. */
  readonly look: Uint8Array;
  /** What others did since then, in milliseconds. */
  readonly others: (since: number) => Promise<Result<OtherWrites>>;
  readonly scope: (intent: IntentId) => Promise<((path: string) => boolean) | null>;
  readonly revision: () => Promise<string | null | undefined>;
}

interface SettledCommand extends Pick<WrittenChanges, 'changeSet' | 'files'> {
  /** How many more there are than these. */
  readonly more: number;
}

/** Writes down what became of the files since it began, by it or by somebody else. Null where the look cannot be read. */
export async function settleLeftCommand(
  ports: WatchPorts & CommandChangePorts,
  { command, turn, by, look: bytes, others, scope, revision }: CommandToSettle,
): Promise<Result<SettledCommand | null>> {
  const look = parseLook(bytes);
  if (look === null) return succeed(null);
  const found = await createWorkspaceWatch(ports).resume(look).end();
  if (!found.ok) return found;
  const { madeFolders, more } = found.value;
  const { files } = await keepCommandChanges(ports.store.blobs, found.value.files);
  const intent = readIntent(look.intent);
  const isOutOfScope = intent === null ? null : await scope(intent);
  const checkedOut = intent === null ? undefined : await revision();
  const written = await writeCommandChanges(ports, {
    command,
    files,
    unnamed: more,
    madeFolders,
    turn,
    intent,
    by,
    isOutOfScope: isOutOfScope ?? (() => false),
    others: async () => others(look.looked),
    ...(checkedOut === undefined ? {} : { revision: checkedOut }),
    isRecovered: true,
  });
  return written.ok ? succeed({ ...written.value, more }) : written;
}

function readIntent(text: string | null): IntentId | null {
  const read = intentIdSchema.safeParse(text);
  return read.success ? read.data : null;
}
