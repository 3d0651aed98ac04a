import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { SAMPLE_FILES } from '../../apps/cli/src/tour/sample-files.ts';

/** A corner shop with a home of its own, and a model that is a script. */
export interface Scene {
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

export const MESSAGES = {
  tests: 'Which tests does the till have?',
  readme: 'What is this shop about?',
  discount: 'Every tenth customer pays a tenth less. The till counts from the wrong one.',
  hours: 'Write the opening hours into src/hours.js.',
  version: 'Raise the version in package.json to 1.1.0.',
  run: 'Run the tests.',
  check: 'Is the till right?',
} as const;

export interface SceneKind {
  /** Left out: nothing is connected, as on the first day. `structured`: it answers with replies that name commands. */
  readonly model?: 'native' | 'structured';
}

export function makeScene({ model: kind }: SceneKind): Scene {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-screenshots-')));
  const workspace = join(folder, 'corner-shop');
  for (const [path, text] of Object.entries(SAMPLE_FILES)) put(join(workspace, path), text);
  const script = join(folder, 'script.json');
  put(script, JSON.stringify({ version: 1, steps: STEPS, default: saying('That is all there is to say.') }));
  const model = {
    ROOK_PROVIDER: 'scripted',
    ROOK_SCRIPT: script,
    ROOK_BUDGET_DAY: '5',
    ROOK_MODEL_STRUCTURED: String(kind === 'structured'),
  };
  return {
    workspace,
    env: {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(':'),
      HOME: folder,
      ROOK_HOME: join(folder, 'home'),
      ...(kind === undefined ? {} : model),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const USAGE = { input: 8200, output: 310 };

function saying(text: string): object {
  return { events: [{ kind: 'text', text }], usage: USAGE };
}

function calling(text: string, name: string, input: object): object {
  const said = text === '' ? [] : [{ kind: 'text', text }];
  return { events: [...said, { kind: 'tool_call', name, input }], usage: USAGE };
}

function step(lastUser: string, toolResult: string | false, answer: object): object {
  return { match: { lastUser, toolResult }, repeat: 'always', answer };
}

const SEARCH = 'customer % 10 === 1';
const REPLACE = 'customer % 10 === 0';

const DISCOUNT_DONE = `The tenth customer is number 10, so the remainder has to be **0**:

\`\`\`js
return customer % 10 === 0 ? amount * 0.9 : amount;
\`\`\`

Nothing else calls \`discount\`; both of its tests should pass now.`;

/** The script of a batch: the tests fail, the model looks at the file before it goes on. */
const CHECKS = ['node --check src/price.js', 'node --test', 'git log --oneline -5'];
const OFFERED = {
  summary: 'Three commands tell whether the till is right.',
  commands: CHECKS.map((command) => ({ command })),
};
const LOOK = {
  decision: 'replace',
  command: 'cat src/discount.js',
  reason: 'The history does not matter while a test fails; I look at the code that it names.',
};
const GO_ON = { decision: 'continue', reason: 'The file can be read.' };

const STEPS = [
  { match: { lastUser: 'Command 2/3' }, answer: saying(JSON.stringify(LOOK)) },
  { match: { lastUser: 'Remaining:' }, repeat: 'always', answer: saying(JSON.stringify(GO_ON)) },
  step(MESSAGES.check, false, saying(JSON.stringify(OFFERED))),
  step(MESSAGES.tests, false, calling('', 'read_file', { path: 'test/discount.test.js' })),
  step(
    MESSAGES.tests,
    'read_file',
    saying('Two: that every tenth customer pays a tenth less, and that the others pay all of it.'),
  ),
  step(MESSAGES.readme, false, calling('', 'read_file', { path: 'README.md' })),
  step(MESSAGES.readme, 'read_file', saying('A till in a few lines, with tests that `node --test` runs.')),
  step(
    MESSAGES.discount,
    false,
    calling('I look at the discount first.', 'read_file', { path: 'src/discount.js' }),
  ),
  step(
    MESSAGES.discount,
    'read_file',
    calling('', 'edit', { path: 'src/discount.js', edits: [{ search: SEARCH, replace: REPLACE }] }),
  ),
  step(MESSAGES.discount, 'edit', saying(DISCOUNT_DONE)),
  step(
    MESSAGES.hours,
    false,
    calling('', 'write_to_file', {
      path: 'src/hours.js',
      content: "/** When the shop is open. */\nexport const HOURS = 'Mo-Sa 8-20';\n",
    }),
  ),
  step(MESSAGES.hours, 'write_to_file', saying('They stand in `src/hours.js` now.')),
  step(MESSAGES.version, false, calling('I look at it first.', 'read_file', { path: 'package.json' })),
  step(
    MESSAGES.version,
    'read_file',
    calling('', 'edit', {
      path: 'package.json',
      edits: [{ search: '"version": "1.0.0"', replace: '"version": "1.1.0"' }],
    }),
  ),
  step(MESSAGES.version, 'edit', saying('The shop is at 1.1.0 now.')),
  step(MESSAGES.run, false, calling('', 'execute_command', { command: 'node --test' })),
  step(
    MESSAGES.run,
    'execute_command',
    saying(
      'All of them pass:\n\n| test | result |\n|---|---|\n| every tenth customer pays a tenth less | ✓ |\n| the others pay all of it | ✓ |',
    ),
  ),
];
