import { rook } from '@rook/contract';
import type { HostedWorkbench } from '@rook/engine';
import { onTestFinished } from 'vitest';

import type { CommandCall } from '../src/command.ts';
import { composeWorkbench } from '../src/compose-workbench.ts';
import { createTerminal } from '../src/terminal/terminal.ts';
import type { Sandbox } from './sandbox.ts';

/** A call in this process, for what no words on the command line reach. No keychain of the machine is asked. */
export function makeCall(sandbox: Sandbox, said: string[] = []): CommandCall {
  const variables = new Map(Object.entries(sandbox.env));
  const stream = {
    write: (text: string) => {
      said.push(text);
      return true;
    },
  };
  return {
    brand: rook,
    commandLine: { commands: [], globals: [] },
    terminal: createTerminal(stream, stream, variables),
    surroundings: {
      variables,
      currentFolder: sandbox.workspace,
      platform: `${process.platform}-${process.arch}`,
      nodeVersion: process.version,
    },
    arguments: new Map(),
    switches: new Set(),
    options: new Map(),
    lists: new Map(),
    json: false,
    assignments: ['secrets.place=file'],
  };
}

export async function openWorkbench(call: CommandCall): Promise<HostedWorkbench> {
  const composed = await composeWorkbench(call, () => ({ surface: 'workbench' }));
  if (!composed.ok) throw new Error(composed.error.message);
  onTestFinished(async () => composed.value.close());
  return composed.value;
}
