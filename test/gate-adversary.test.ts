import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { succeed, turnIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { RULES } from '../packages/engine/src/gate/judge-call.ts';
import type { Gate, GateSetup } from '../packages/engine/src/gate/pass-gate.ts';
import { createWorkspaceGate } from '../packages/engine/src/gate/workspace-gate.ts';
import { resolveSettings } from '../packages/engine/src/settings/resolve-settings.ts';
import type { ToolPorts } from '../packages/engine/src/tools/tool-ports.ts';
import { makeToolRoom, type ToolRoom } from './tool-room.ts';

/** Hostile paths, and what every caller must be told about each; everything is on a real disk. */
const HOSTILE: readonly (readonly [path: string, code: string])[] = [
  ['../outside.txt', 'outside_workspace'],
  ['src/../../outside.txt', 'outside_workspace'],
  ['../workspace-evil/x.txt', 'outside_workspace'],
  ['/etc/hostname', 'outside_workspace'],
  ['way-out/outside.txt', 'outside_workspace'],
  ['dangling', 'outside_workspace'],
  ['.rook/settings.json', 'protected'],
  ['.ROOK/settings.json', 'protected'],
  ['src/.rook/x', 'protected'],
  ['to-own/settings.json', 'protected'],
  ['.git/config', 'approval_needed'],
  ['.git/hooks/pre-commit', 'approval_needed'],
  ['vendor/lib/.git/config', 'approval_needed'],
  ['.GIT/config', 'approval_needed'],
  ['to-git', 'approval_needed'],
  ['git-folder/config', 'approval_needed'],
  ['./.git/../.git/config', 'approval_needed'],
  ['.env', 'approval_needed'],
  ['.env.local', 'approval_needed'],
  ['.orchestration/active_intents.yaml', 'approval_needed'],
  ['.vscode/tasks.json', 'approval_needed'],
  ['.github/workflows/ci.yml', 'approval_needed'],
  ['.husky/pre-commit', 'approval_needed'],
];

/** A path with a NUL is no path for anybody. */
const NO_PATH = 'src/a.ts\u0000.txt';

/** Everybody who writes: how a hostile path gets into a call, alone and behind a good one. */
const CALLERS: Readonly<Record<string, (path: string) => readonly [tool: string, input: unknown]>> = {
  write_to_file: (path) => ['write_to_file', { path, content: 'evil\n' }],
  edit: (path) => ['edit', { path, edits: [{ search: 'x', replace: 'evil' }] }],
  apply_diff: (path) => ['apply_diff', { path, diff: '@@ -1 +1 @@\n-x\n+evil\n' }],
  delete_file: (path) => ['delete_file', { path }],
  'move_file from': (path) => ['move_file', { path, to: 'src/taken.txt' }],
  'move_file to': (path) => ['move_file', { path: 'src/a.ts', to: path }],
  'apply_patch first': (path) => ['apply_patch', { patch: patchOf(path, 'src/new.ts') }],
  'apply_patch second': (path) => ['apply_patch', { patch: patchOf('src/new.ts', path) }],
  'apply_patch move': (path) => [
    'apply_patch',
    { patch: `*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: ${path}\n@@\n-x\n+y\n*** End Patch` },
  ],
  'structured reply': (path) => [
    'apply_changes',
    {
      fileChanges: [
        { path: 'src/new.ts', content: 'fine\n' },
        { path, content: 'evil\n' },
      ],
    },
  ],
  'structured rename': (path) => ['apply_changes', { fileChanges: [{ path: 'src/a.ts', renameTo: path }] }],
  'structured patch': (path) => ['apply_changes', { fileChanges: [{ patch: patchOf('src/new.ts', path) }] }],
};

function patchOf(...paths: readonly string[]): string {
  const parts = paths.map((path) => `*** Add File: ${path}\n+evil`);
  return `*** Begin Patch\n${parts.join('\n')}\n*** End Patch`;
}

async function makeRoom(): Promise<ToolRoom> {
  const room = await makeToolRoom();
  const put = (path: string, content = 'x\n') => {
    mkdirSync(dirname(join(room.folder, path)), { recursive: true });
    writeFileSync(join(room.folder, path), content);
  };
  for (const path of ['outside.txt', 'workspace-evil/x.txt', 'workspace/src/a.ts']) put(path);
  for (const [path, code] of HOSTILE)
    if (code !== 'outside_workspace' && !/^(?:to-|git-folder|\.GIT|\.ROOK|\.\/)/.test(path))
      put(join('workspace', path));
  const link = (from: string, to: string) => symlinkSync(to, join(room.workspace, from));
  link('way-out', '..');
  link('dangling', '../nowhere.txt');
  link('to-own', '.rook');
  link('to-git', '.git/config');
  link('git-folder', '.git');
  return room;
}

/** All files of the room with their content. No link is followed: one of them leads in a circle. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(listFiles(folder).map((path) => [path, readFileSync(path, 'utf8')]));
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name);
      const found = lstatSync(path);
      if (found.isDirectory()) return listFiles(path);
      return found.isFile() ? [path] : [];
    });
}

type MakeGate = (ports: ToolPorts, setup: Omit<GateSetup, 'tools' | 'sources'>) => Gate;

const signal = new AbortController().signal;

/** What went wrong, over all paths and callers; every question but those about protected files is a yes. */
async function attack(make: MakeGate): Promise<readonly string[]> {
  const room = await makeRoom();
  const before = snapshot(room.folder);
  const { values } = resolveSettings([]);
  const written: string[] = [];
  const gate = make(room.ports, {
    settings: { ...values, mode: 'allow' },
    autoEdits: true,
    answers: 'once',
    protectedAnswers: 'no',
    record: async (drafts) => {
      written.push(...drafts.map(({ event_type: type }) => type));
      return succeed(undefined);
    },
  });
  const wrong: string[] = [];
  for (const [caller, call] of Object.entries(CALLERS))
    for (const [path, code] of [...HOSTILE, [NO_PATH, ''] as const]) {
      const [name, input] = call(path);
      const passed = await gate.pass({ turn: turnIdSchema.parse('t0001'), id: 'c', name, input, repeats: 0 });
      const said = passed.allowed ? 'allowed' : passed.error.code;
      if (passed.allowed) await passed.run(signal);
      if (code === '' ? passed.allowed : said !== code) wrong.push(`${caller} ${path}: ${said}`);
      const entry = written.pop();
      if (entry !== (passed.allowed ? 'tool_call_allowed' : 'tool_call_refused'))
        wrong.push(`${caller} ${path}: wrote ${entry}`);
    }
  if (JSON.stringify(snapshot(room.folder)) !== JSON.stringify(before)) wrong.push('something was written');
  return wrong;
}

it('B-13 B-16 H-24 refuses every hostile path whoever names it, wherever it stands in the call, and writes nothing', async () => {
  expect(await attack(createWorkspaceGate)).toEqual([]);
});

/** Gates that are wrong in one way each. */
const twins: Readonly<Record<string, MakeGate>> = {
  ...Object.fromEntries(
    ['inside-workspace', 'protected-files'].map((name): readonly [string, MakeGate] => [
      `lacks the rule ${name}`,
      (ports, setup) =>
        createWorkspaceGate(ports, { ...setup, rules: RULES.filter((rule) => rule.name !== name) }),
    ]),
  ),
  'looks at the first path alone': (ports, setup) =>
    createWorkspaceGate(ports, { ...setup, rules: lookingAt((targets) => targets.slice(0, 1)) }),
  'forgets the last path': (ports, setup) =>
    createWorkspaceGate(ports, {
      ...setup,
      rules: lookingAt((targets) => (targets.length > 1 ? targets.slice(0, -1) : targets)),
    }),
  'believes the name and not where it leads': (ports, setup) =>
    createWorkspaceGate(
      {
        ...ports,
        workspace: {
          ...ports.workspace,
          locate: async (path) => {
            const located = await ports.workspace.locate(path);
            return located.ok ? succeed({ ...located.value, path }) : located;
          },
        },
      },
      setup,
    ),
  'takes a yes for every yes': (ports, setup) =>
    createWorkspaceGate(ports, { ...setup, protectedAnswers: 'once' }),
  'writes nothing down': (ports, setup) =>
    createWorkspaceGate(ports, { ...setup, record: async () => succeed(undefined) }),
};

function lookingAt(
  choose: <Target>(targets: readonly Target[]) => readonly Target[],
): NonNullable<GateSetup['rules']> {
  return RULES.map(({ name, judge }) => ({
    name,
    judge: (facts) => judge({ ...facts, targets: choose(facts.targets) }),
  }));
}

it.each(Object.keys(twins))('B-13 the attack catches a gate that %s', async (name) => {
  expect(await attack(twins[name] ?? createWorkspaceGate)).not.toEqual([]);
});
