import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { rook, type ChangeSetId } from '@rook/contract';
import { applyReply, createRedactor, loadSettings, readReply, type ApplySetup } from '@rook/engine';
import { createFakeOwnFile, createFakeSettingsFiles, createFakeShell } from '@rook/engine/testing';
import { createLocalStore } from '@rook/store-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import { systemClock } from '../src/system-clock.ts';
import type { Sandbox } from './sandbox.ts';

type Change = Readonly<Record<string, unknown>> & { readonly path: string };

/** Applies changes in the sandbox's workspace, in a session of their own. */
export async function makeChangeSet(sandbox: Sandbox, ...changes: readonly Change[]): Promise<ChangeSetId> {
  const fileHashes = Object.fromEntries(
    changes
      .filter(({ path }) => existsSync(join(sandbox.workspace, path)))
      .map(({ path }) => [path, md5Of(join(sandbox.workspace, path))]),
  );
  const reading = readReply(JSON.stringify({ summary: 'Done.', fileHashes, fileChanges: changes }));
  if (!reading.complete) throw new Error('The reply is not whole.');
  const order = { reading, label: 'apply', partial: false, dryRun: false };
  const applied = await applyReply(await makeSetup(sandbox), order);
  if (!applied.ok) throw new Error(applied.error.message);
  const { changeSet, files } = applied.value.report;
  if (changeSet === null) throw new Error(JSON.stringify(files));
  return changeSet;
}

function md5Of(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex');
}

/** What a surface gives the engine for changes in the sandbox's workspace. */
export async function makeSetup(
  { rookHome, workspace }: Pick<Sandbox, 'rookHome' | 'workspace'>,
  options?: Parameters<typeof createLocalWorkspace>[1],
): Promise<ApplySetup> {
  const files = createFakeSettingsFiles();
  const loaded = await loadSettings({ brand: rook, files, variables: new Map(), flags: [] });
  if (!loaded.ok) throw new Error(loaded.error.message);
  return {
    brand: rook,
    store: createLocalStore({ home: rookHome, folder: join(workspace, '.rook') }),
    clock: systemClock,
    holder: { surface: 'test' },
    settings: loaded.value.values,
    workspace: createLocalWorkspace(workspace, options),
    protectedAnswers: 'no',
    rules: createFakeOwnFile('rules.json'),
    sealKey: createFakeOwnFile('seal.key'),
    intents: createFakeOwnFile('active_intents.yaml'),
    ledger: null,
    shell: createFakeShell(() => undefined),
    lines: {
      workspace: { name: 'w', uri: 'file:///w', trusted: true },
      mode: { agent_mode: null, safety: 'ask' },
      redactor: createRedactor({ secrets: [] }),
    },
    listener: { entry: () => undefined, delta: () => undefined },
  };
}
