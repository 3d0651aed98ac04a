import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import { gatherCommand } from './gather-command.ts';

const { values: settings } = resolveSettings([]);

/** Every file of `twins` has a second name. */
async function look(command: string, files: readonly string[], twins: readonly string[] = []) {
  const workspace = createFakeWorkspace(new Map(files.map((path) => [path, 'x'] as const)));
  const linked = {
    ...workspace,
    locate: async (path: string) => {
      const located = await workspace.locate(path);
      return located.ok && twins.includes(located.value.path)
        ? succeed({ ...located.value, names: 2 })
        : located;
    },
  };
  return gatherCommand(
    { workspace: linked, ignore: () => createIgnoreRules(workspace, []), isProtected: () => false },
    { kind: 'command', command, cwd: '', paths: [] },
    { settings, code: async () => ({ changedSinceApproval: false, isConfined: false }) },
  );
}

it.each([
  ['cp -r new/. out', 'ask'],
  ['cp -r new/. out/', 'ask'],
  ['cp -rT new out', 'ask'],
  ['cp -R new/* out', 'ask'],
  ['cp -r parts/new out', 'ask'],
  // They put it aside, or only read it.
  ['mv parts/new out', 'allow'],
  ['cp -r out other', 'allow'],
  ['cp -r other-new/. out', 'allow'],
])(
  'G-06 H-24 sees in %s that a file which a folder is copied over has a second name',
  async (command, verdict) => {
    const files = ['new/deep/x', 'parts/new/deep/x', 'other-new/y', 'out/deep/x', 'out/new/deep/x'];
    const { judgement, unread } = await look(command, files, ['out/deep/x', 'out/new/deep/x']);
    expect(judgement.verdict).toBe(verdict);
    // Mode `allow` asks about what could not be looked at.
    expect(unread !== null).toBe(verdict === 'ask');
  },
);

it.each([
  ['cp -r .docker d2', '.docker/config.json'],
  ['cp -r .docker/. d2', '.docker/config.json'],
  ['cp -r .docker d2 && cat d2/config.json', '.docker/config.json'],
  ['cp -rt d2 .docker', '.docker/config.json'],
  ['cp -r .dock* d2', '.docker/config.json'],
  ['mv .docker d2', '.docker/config.json'],
  ['cp -r cfg/.kube k2', 'cfg/.kube/config'],
  ['mv cfg/.m2 m2', 'cfg/.m2/settings.xml'],
  ['cp -r .azure az2', '.azure/deep/token'],
  ['mv .envs e2', '.envs/prod'],
  ['mv .docker/config.json a.json', '.docker/config.json'],
  ['cp .docker/config.json a.json', '.docker/config.json'],
])('G-06 asks about %s, behind which a secret would not look like one', async (command, secret) => {
  const files = ['cfg/.kube/config', 'cfg/.m2/settings.xml', '.azure/deep/token', '.envs/prod', 'src/a'];
  const { judgement, reads, patterns } = await look(command, ['.docker/config.json', ...files]);
  expect(judgement.verdict).toBe('ask');
  expect(patterns).toEqual([]);
  // The rule about what is hidden asks in mode `allow` too.
  expect(reads.find(({ named }) => named === secret)?.looksSecret).toBe(true);
});

it.each(['cp -r cfg other', 'mv cfg other', 'cp -r src lib', 'cp -r cfg/. other'])(
  'G-06 lets %s run, behind which what looks like a secret still does',
  async (command) => {
    const { judgement } = await look(command, ['cfg/.kube/config', 'src/.docker/readme']);
    expect(judgement.verdict).toBe('allow');
  },
);
