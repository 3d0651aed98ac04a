import { rook, type ChangeSetId, type Entry, parseEntry } from '@rook/contract';
import type { Result } from '@rook/contract';

import type { RewindPlan, RewindWish } from '../edits/plan-rewind.ts';
import { createRedactor } from '../journal/redact-secrets.ts';
import { contentHash } from '../ports/content-hash.ts';
import { createFakeClock, type FakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import type { Store } from '../ports/store.ts';
import { removeOne, writeOne } from '../ports/suites/workspace-stage.ts';
import type { Workspace } from '../ports/workspace.ts';
import { readReply } from '../replies/read-reply.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { applyReply } from './apply-reply.ts';
import type { ApplySetup } from './direct-order.ts';
import { previewRewind, rewindChanges, type RewoundChanges } from './rewind-changes.ts';
import { must } from './test-session.ts';

/** A workspace in memory in which changes are applied, written over by a user, rewound and made again. */
export interface RewindRoom {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly workspace: Workspace;
  readonly setup: ApplySetup;
  readonly entries: Entry[];
  /** Applies changes as `rook apply` does; the hashes are those of the disk. */
  apply(...changes: readonly Change[]): Promise<ChangeSetId>;
  applyReply(reply: unknown): Promise<ChangeSetId>;
  /** What a user does: null removes the file. */
  save(path: string, text: string | null): Promise<void>;
  text(path: string): Promise<string | null>;
  preview(wish?: Partial<RewindWish>): Promise<RewindPlan>;
  /** Does what was shown. */
  carryOut(plan: RewindPlan, wish?: Partial<RewindWish>): Promise<Result<RewoundChanges>>;
  undo(wish?: Partial<RewindWish>): Promise<Result<RewoundChanges>>;
}

type Change = Readonly<Record<string, unknown>> & { readonly path: string };

export function makeRewindRoom(
  files: Readonly<Record<string, string>>,
  {
    workspace = createFakeWorkspace(new Map(Object.entries(files))),
    store = createFakeStore(),
  }: { readonly workspace?: Workspace; readonly store?: Store } = {},
): RewindRoom {
  const clock = createFakeClock(new Date(Date.UTC(2026, 10, 16)));
  const entries: Entry[] = [];
  const setup = makeSetup({ store, clock, workspace, entries });
  const read = async (path: string): Promise<Uint8Array | null> => {
    const found = await workspace.read(path);
    return found.ok ? found.value.bytes : null;
  };
  const apply = async (reply: unknown): Promise<ChangeSetId> => {
    const reading = readReply(JSON.stringify(reply));
    if (!reading.complete) throw new Error('The reply is not whole.');
    const order = { reading, label: 'rook apply', partial: false, dryRun: false };
    const { report } = must(await applyReply(setup, order));
    if (report.changeSet === null) throw new Error(JSON.stringify(report.files));
    return report.changeSet;
  };
  const preview: RewindRoom['preview'] = async (wish = {}) => {
    clock.advance(1000);
    return must(await previewRewind(setup, { direction: 'rewind', cascade: false, ...wish }));
  };
  const carryOut: RewindRoom['carryOut'] = async (plan, { file, cascade = false } = {}) => {
    const label = `rook ${plan.kind}`;
    return rewindChanges(setup, {
      plan,
      cascade,
      ...(file === undefined ? {} : { file }),
      label,
      dryRun: false,
    });
  };
  return {
    store,
    clock,
    workspace,
    setup,
    entries,
    apply: async (...changes) => {
      clock.advance(1000);
      const fileHashes: Record<string, string> = {};
      for (const { path } of changes) {
        const bytes = await read(path);
        if (bytes !== null) fileHashes[path] = contentHash(bytes).slice('sha256:'.length);
      }
      return apply({ summary: 'Done.', fileHashes, fileChanges: changes });
    },
    applyReply: apply,
    save: async (path, text) => {
      const before = await read(path);
      const expected = before === null ? null : contentHash(before);
      if (text === null && expected === null) return;
      const saved =
        text === null && expected !== null
          ? await removeOne(workspace, path, expected)
          : await writeOne(workspace, path, Buffer.from(text ?? ''), expected);
      if (!saved.ok) throw new Error(saved.error.message);
    },
    text: async (path) => {
      const bytes = await read(path);
      return bytes === null ? null : Buffer.from(bytes).toString();
    },
    preview,
    carryOut,
    undo: async (wish = {}) => carryOut(await preview(wish), wish),
  };
}

/** Numbered lines, some of them other. */
export function lines(count: number, other: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: count }, (_, index) => `${other[index + 1] ?? `line ${index + 1}`}\n`).join('');
}

function makeSetup({
  store,
  clock,
  workspace,
  entries,
}: Pick<RewindRoom, 'store' | 'clock' | 'workspace' | 'entries'>): ApplySetup {
  const { values } = resolveSettings([]);
  return {
    brand: rook,
    store,
    clock,
    lines: {
      workspace: { name: 'w', uri: 'file:///workspace', trusted: true },
      mode: { agent_mode: null, safety: values.mode },
      redactor: createRedactor({ secrets: [] }),
    },
    holder: { surface: 'test' },
    settings: values,
    protectedAnswers: 'no',
    rules: createFakeOwnFile('/home/rules.json'),
    sealKey: createFakeOwnFile('/home/seal.key'),
    intents: createFakeOwnFile('active_intents.yaml'),
    ledger: null,
    shell: createFakeShell(() => undefined),
    workspace,
    listener: {
      entry: (entry) => {
        const read = parseEntry(entry);
        if (read.kind === 'known') entries.push(read.entry);
      },
      delta: () => undefined,
    },
  };
}
