import { randomUUID } from 'node:crypto';

import { succeed, type Result } from '@rook/contract';
import { describeTrace, findRevision, keyOf, loadReasons, makeAgentTrace, setsOf } from '@rook/engine';

import packageFile from '../../package.json' with { type: 'json' };
import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import { loadShell } from '../compose.ts';
import { systemClock } from '../system-clock.ts';
import { traceWorkspace } from './trace-workspace.ts';

/** Prints who contributed which lines of the workspace, in the open agent-trace format. */
export async function exportTrace(call: CommandCall): Promise<Result<void>> {
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const traced = await traceWorkspace(composed.value);
  if (!traced.ok) return traced;
  const { files, reader } = traced.value;
  const sets = new Set([...files.values()].flatMap(({ runs }) => setsOf(runs)));
  const reasons = await loadReasons(reader, [...sets]);
  if (!reasons.ok) return reasons;
  const described = [...files].flatMap(
    ([path, file]) => describeTrace(path, file, (set) => reasons.value.get(keyOf(set))) ?? [],
  );
  const { folders } = composed.value;
  const { shell } = await loadShell();
  const { variables } = call.surroundings;
  const root = folders.workspace ?? folders.home;
  const revision = await findRevision({ shell, root, variables });
  const trace = makeAgentTrace({
    id: randomUUID(),
    timestamp: systemClock.now().toISOString(),
    tool: { name: call.brand.binary, version: packageFile.version },
    ...(revision === null ? {} : { vcs: { type: 'git', revision } }),
    files: described,
  });
  if (call.json) call.terminal.printJson(trace);
  else for (const line of JSON.stringify(trace, null, 2).split('\n')) call.terminal.print(line);
  return succeed(undefined);
}
