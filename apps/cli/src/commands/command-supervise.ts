import { parseEntry, succeed, type EntryBase } from '@rook/contract';
import { createMessageId, type UnaskedAdvice } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeAsk } from '../compose-ask.ts';
import { systemClock } from '../system-clock.ts';
import { createOwnTurn, runOnce } from './ask-once.ts';
import { exitCode } from './command-exit-code.ts';
import { placeOfCommand, sayWhere } from './command-place.ts';

/** Runs what a person typed in a session with a model that looks at each output. */
export async function superviseCommands(
  call: CommandCall,
  commands: readonly string[],
  timeout: number | undefined,
): Promise<Outcome> {
  const composed = await composeAsk(call, { unasked });
  if (!composed.ok) return composed;
  const { workspace } = composed.value;
  const cwd = workspace === null ? '' : placeOfCommand(call, workspace.root);
  sayWhere(call, cwd);
  const more = { ...(cwd === '' ? {} : { cwd }), ...(timeout === undefined ? {} : { timeout }) };
  const id = createMessageId(systemClock.now());
  const own = createOwnTurn(id);
  const seen = followBatch();
  try {
    const done = await runOnce(call, composed.value, {
      session: undefined,
      own: {
        ...own,
        see: (entry) => {
          own.see(entry);
          seen.see(entry);
        },
      },
      work: async ({ session, desk, send }) => {
        const sent = await send({
          type: 'batch_run',
          message_id: id,
          text: [call.brand.binary, 'command run', ...commands, '--supervise'].join(' '),
          commands: commands.map((command) => ({ command, ...more })),
        });
        if (sent.ok) await Promise.race([session.idle(), desk.left]);
        return sent;
      },
    });
    return done.ok ? { ...succeed(undefined), code: seen.code() } : done;
  } finally {
    await composed.value.close();
  }
}

/** What a person typed needs no yes but for protected files, so there is no --yes here. */
const unasked: UnaskedAdvice = (flag) =>
  flag === '--yes-protected'
    ? `go on without it, or let the user call this again with ${flag}`
    : 'go on without it, or let the user run it: what they type themselves is their decision';

interface FollowedBatch {
  readonly see: (entry: EntryBase) => void;
  /** That of the last command; 1 where that went well and something was left. */
  readonly code: () => number;
}

function followBatch(): FollowedBatch {
  let last: Parameters<typeof exitCode>[0];
  let isLeft = false;
  return {
    see: (entry) => {
      const read = parseEntry(entry);
      if (read.kind !== 'known') return;
      if (read.entry.event_type === 'command_ended') {
        const { exit_code: code, signal, ended_by: by = 'itself' } = read.entry;
        last = { by, code, signal };
      }
      if (read.entry.event_type === 'batch_ended') isLeft = read.entry.left.length > 0;
    },
    code: () => (isLeft ? exitCode(last) || 1 : exitCode(last)),
  };
}
