import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { contentHash } from '../content-hash.ts';
import { createFakeWorkspace } from '../fakes/fake-workspace.ts';
import { linkContent } from '../link-content.ts';
import type { AppliedFile, FileWrite, Workspace } from '../workspace.ts';
import { failedCases } from './failed-cases.ts';
import type { WorkspaceStage } from './workspace-stage.ts';
import { workspaceSuite } from './workspace-suite.ts';

function fakeState(): () => WorkspaceStage {
  const links = new Map<string, string>();
  const workspace = createFakeWorkspace(new Map(), links);
  return () => ({ workspace, link: async (path, target) => void links.set(path, target) });
}

it('is passed by the fake', async () => {
  expect(await failedCases(workspaceSuite, fakeState)).toEqual([]);
});

const hashNow = async (workspace: Workspace, path: string) => {
  const read = await workspace.read(path);
  return read.ok ? read.value.hash : null;
};

/** A workspace in which each change is made by another hand before it is applied. */
function withChanges(workspace: Workspace, alter: (change: FileWrite) => Promise<FileWrite>): Workspace {
  return {
    ...workspace,
    apply: async (changes, options) => workspace.apply(await Promise.all(changes.map(alter)), options),
  };
}

const twins: readonly (readonly [string, (workspace: Workspace) => Workspace])[] = [
  [
    'writes over whatever is there',
    (workspace) =>
      withChanges(workspace, async (change) => ({
        ...change,
        expected: change.bytes === null ? change.expected : await hashNow(workspace, change.path),
      })),
  ],
  [
    'does not see that a file has another content',
    (workspace) => ({ ...workspace, stamp: (path) => (workspace.stamp(path) === null ? null : 'same') }),
  ],
  [
    'removes whatever is there',
    (workspace) =>
      withChanges(workspace, async (change) => ({
        ...change,
        expected:
          change.bytes === null
            ? ((await hashNow(workspace, change.path)) ?? change.expected)
            : change.expected,
      })),
  ],
  [
    'says that it wrote',
    (workspace) => ({
      ...workspace,
      apply: async (changes) =>
        succeed({
          files: changes.map(({ path, bytes }) => ({
            path,
            hash: bytes === null ? null : contentHash(bytes),
            isOverwritten: false,
          })),
          madeFolders: [],
          displaced: [],
        }),
    }),
  ],
  [
    'leaves half of a set',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        const files: AppliedFile[] = [];
        const madeFolders: string[] = [];
        for (const change of changes) {
          const one = await workspace.apply([change], options);
          if (!one.ok) return one;
          files.push(...one.value.files);
          madeFolders.push(...one.value.madeFolders);
        }
        return succeed({ files, madeFolders, displaced: [] });
      },
    }),
  ],
  [
    'compares before others have written',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        const written = await workspace.apply(changes, options);
        const [first] = changes;
        if (written.ok || first === undefined || written.error.code !== 'stale_file') return written;
        if (first.expected !== null) return written;
        return workspace.apply([{ ...first, expected: await hashNow(workspace, first.path) }], options);
      },
    }),
  ],
  [
    'takes text for bytes',
    (workspace) =>
      withChanges(workspace, async (change) => ({
        ...change,
        bytes:
          change.bytes === null ? null : new TextEncoder().encode(new TextDecoder().decode(change.bytes)),
      })),
  ],
  [
    'does not know two names for one file',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        const last = new Map(changes.map((change) => [change.path.replace('./', ''), change]));
        return workspace.apply([...last.values()], options);
      },
    }),
  ],
  ['knows no limit', (workspace) => ({ ...workspace, read: async (path) => workspace.read(path) })],
  [
    'reads what a path looks like',
    (workspace) => ({
      ...workspace,
      read: async (path, limits) => workspace.read(path.replace('..', '.'), limits),
    }),
  ],
  [
    'locates a link where it lies',
    (workspace) => ({
      ...workspace,
      locate: async (path) => {
        const located = await workspace.locate(path);
        return located.ok ? succeed({ ...located.value, path }) : located;
      },
    }),
  ],
  [
    'lets a link lead out',
    (workspace) => ({
      ...workspace,
      locate: async (path) => {
        const located = await workspace.locate(path);
        const isName = !path.includes('..') && !path.startsWith('/');
        return !located.ok && isName ? succeed({ path, kind: 'missing', bytes: null }) : located;
      },
    }),
  ],
  [
    'leaves its drafts',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        for (const { path, bytes } of changes)
          if (bytes !== null) await workspace.apply([{ path: `${path}.draft`, expected: null, bytes }]);
        return workspace.apply(changes, options);
      },
    }),
  ],
  [
    'writes before it is permitted',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        const applied = await workspace.apply(changes);
        const allowed = await options?.permit?.();
        return allowed?.ok === false ? allowed : applied;
      },
    }),
  ],
  [
    'writes what is not permitted',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        const allowed = await options?.permit?.();
        const applied = await workspace.apply(changes);
        return allowed?.ok === false ? allowed : applied;
      },
    }),
  ],
  [
    'does not ask for the permit',
    (workspace) => ({ ...workspace, apply: async (changes) => workspace.apply(changes) }),
  ],
  [
    'forgets the permissions of what is not written',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => workspace.apply(changes, { ...options, permissions: [] }),
    }),
  ],
  [
    'forgets the permissions of what is written',
    (workspace) => withChanges(workspace, async ({ path, expected, bytes }) => ({ path, expected, bytes })),
  ],
  [
    'gives permissions whatever a file has',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        const { permissions = [] } = options ?? {};
        const now = permissions.map(async ({ path, mode, expectedMode }) => {
          const located = await workspace.locate(path);
          const { mode: has = expectedMode } = located.ok ? located.value : {};
          return { path, mode, expectedMode: has };
        });
        return workspace.apply(changes, { ...options, permissions: await Promise.all(now) });
      },
    }),
  ],
  [
    'gives permissions one by one',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        for (const one of options?.permissions ?? []) {
          const given = await workspace.apply([], { permissions: [one] });
          if (!given.ok) return given;
        }
        return workspace.apply(changes, { ...options, permissions: [] });
      },
    }),
  ],
  [
    'rehearses contents alone',
    (workspace) => ({ ...workspace, rehearse: async (changes) => workspace.rehearse(changes) }),
  ],
  [
    'empties a folder that is in the way, whatever lies in it',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        const removed: FileWrite[] = [];
        for (const folder of options?.removeFolders ?? []) {
          const listed = await workspace.list(folder);
          for (const { name, kind } of listed.ok ? listed.value : []) {
            const path = `${folder}/${name}`;
            const isNamed = changes.some((change) => change.path === path);
            const expected = kind === 'file' && !isNamed ? await hashNow(workspace, path) : null;
            if (expected !== null) removed.push({ path, expected, bytes: null });
          }
        }
        return workspace.apply([...removed, ...changes], options);
      },
    }),
  ],
  [
    'lets nothing give way to anything',
    (workspace) => ({
      ...workspace,
      apply: async (changes, options) => {
        const inner = changes.find(({ path }) => changes.some((other) => path.startsWith(`${other.path}/`)));
        if (inner === undefined) return workspace.apply(changes, options);
        const error = rookError('invalid_input', 'It lies inside of another.');
        return fail({ ...error, path: inner.path, isUndone: true, displaced: [] });
      },
    }),
  ],
  [
    'rehearses as if no folder could go',
    (workspace) => ({
      ...workspace,
      rehearse: async (changes, permissions) => {
        const outer = changes.find(({ path }) => changes.some((other) => other.path.startsWith(`${path}/`)));
        if (outer === undefined || outer.bytes === null) return workspace.rehearse(changes, permissions);
        const error = rookError('invalid_input', 'It is a folder.');
        return fail({ ...error, path: outer.path, isUndone: true, displaced: [] });
      },
    }),
  ],
  ['rehearses nothing', (workspace) => ({ ...workspace, rehearse: async () => succeed(undefined) })],
  [
    'writes in a rehearsal',
    (workspace) => ({
      ...workspace,
      rehearse: async (changes) => {
        const applied = await workspace.apply(changes);
        return applied.ok ? succeed(undefined) : applied;
      },
    }),
  ],
  ['takes a link for what it leads to', (workspace) => ({ ...workspace, readLink: () => null })],
  [
    'makes files of links',
    (workspace) =>
      withChanges(workspace, async (change) => {
        const { makesLink, ...rest } = change;
        return makesLink === true && change.expected === null ? rest : change;
      }),
  ],
  [
    'leads any link elsewhere',
    (workspace) =>
      withChanges(workspace, async (change) => {
        const target = change.expectsLink === true ? workspace.readLink(change.path) : null;
        return target === null ? change : { ...change, expected: contentHash(linkContent(target)) };
      }),
  ],
  [
    'writes through links',
    (workspace) =>
      withChanges(workspace, async (change) => {
        const { expectsLink, ...rest } = change;
        return expectsLink === true ? { ...rest, expected: await hashNow(workspace, change.path) } : change;
      }),
  ],
  [
    'lists in no order',
    (workspace) => ({
      ...workspace,
      list: async (path) => {
        const listed = await workspace.list(path);
        return listed.ok ? succeed(listed.value.toReversed()) : listed;
      },
    }),
  ],
];

it.each(twins)('rejects a workspace that %s', async (_title, breakIt) => {
  const failed = await failedCases(workspaceSuite, () => {
    const open = fakeState();
    return () => {
      const stage = open();
      return { ...stage, workspace: breakIt(stage.workspace) };
    };
  });
  expect(failed).not.toEqual([]);
});
