import type { RunCommand } from './command.ts';

/** A command that changes files: what it changed goes into the map of the intents, where the workspace has one. */
export function keepingMap(run: RunCommand): RunCommand {
  return async (call) => {
    const outcome = await run(call);
    if (call.switches.has('dryRun')) return outcome;
    const { renewMap } = await import('./commands/renew-map.ts');
    await renewMap(call);
    return outcome;
  };
}
