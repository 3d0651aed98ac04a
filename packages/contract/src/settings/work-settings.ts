import * as z from 'zod';

import { ck3raven, rook } from '../brand.ts';
import { userSetting, workspaceSetting } from './define-setting.ts';

const MOST_PATTERNS = 1000;
const patternList = z.array(z.string().min(1).max(500)).max(MOST_PATTERNS);

/** The forty command beginnings that item G-02 names, in its order. */
const COMMANDS_ALLOWED = [
  'npm install',
  'npm run',
  'npm test',
  'yarn install',
  'yarn add',
  'yarn test',
  'yarn build',
  'pnpm install',
  'pnpm run',
  'git status',
  'git diff',
  'git log',
  'git branch',
  'ls',
  'pwd',
  'cat',
  'head',
  'tail',
  'grep',
  'find',
  'mkdir',
  'touch',
  'echo',
  'curl',
  'wget',
  'cp',
  'mv',
  'tsc',
  'tsc --noEmit',
  'python',
  'python3',
  'pip install',
  'pip3 install',
  'cargo build',
  'cargo run',
  'cargo test',
  'cargo check',
  'go build',
  'go run',
  'go test',
];

const FILES_PROTECTED = [
  '**/.git/**',
  '**/.gitmodules',
  '**/.husky/**',
  ...[rook, ck3raven].map(({ folder }) => `**/${folder}/**`),
  '.orchestration/**',
  '.intentignore',
  '.vscode/**',
  '.github/workflows/**',
  '.github/actions/**',
  '.gitlab-ci.yml',
  '.circleci/**',
  '.travis.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  '**/Jenkinsfile',
  '**/.devcontainer/**',
  '.pre-commit-config.yaml',
  '**/.mise.toml',
  '**/.tool-versions',
  '**/.mcp.json',
  '**/.idea/**',
  // What assistants, this one and others, obey or run.
  '**/AGENTS.md',
  '**/AGENT.md',
  '**/CLAUDE.md',
  '**/CLAUDE.local.md',
  '**/GEMINI.md',
  '**/.cursorrules',
  '**/.cursor/**',
  '**/.claude/**',
  '**/.gemini/**',
  '**/.windsurfrules',
  '**/.windsurf/**',
  '**/.clinerules',
  '**/.roo/**',
  '**/.roorules',
  '**/.continue/**',
  '**/.junie/**',
  '**/.aider.conf.yml',
  '.github/copilot-instructions.md',
  '.github/instructions/**',
  '**/.cargo/config.toml',
  '**/.env',
  '**/.env.*',
  '**/.envrc',
  '**/*.pem',
  '**/*.key',
  '**/id_rsa*',
  '**/id_ed25519*',
  '**/.npmrc',
  '**/.dev.vars',
  '**/.dev.vars.*',
  '**/local.settings.json',
];

/** What the assistant may do: the mode, governance, edits, commands and tools. */
export const workSettings = {
  mode: workspaceSetting(
    { kind: 'stricter', order: ['allow', 'ask', 'safe'] },
    {
      schema: z.enum(['safe', 'ask', 'allow']),
      default: 'ask',
      description:
        'The outer gate: `safe` changes nothing, `ask` asks before what is not pre-approved, `allow` asks for protected files only.',
      items: ['N-11', 'E-08', 'G-04'],
    },
  ),
  governance: userSetting({
    schema: z.enum(['auto', 'on', 'off']),
    default: 'auto',
    description:
      'Whether every change needs an intent; `auto` means on where the workspace has `.orchestration/`.',
    items: ['H-09'],
  }),
  'governance.trace': workspaceSetting(
    { kind: 'stricter', order: ['lenient', 'strict'] },
    {
      schema: z.enum(['lenient', 'strict']),
      default: 'lenient',
      description:
        'What happens when the trace cannot be written: `lenient` goes on and says so, `strict` refuses every effect but reading.',
      items: ['H-21'],
    },
  ),
  'governance.contextChars': userSetting({
    schema: z.int().min(500).max(100_000),
    default: 8000,
    description: 'How many characters of scope and constraints of the active intent the model is given.',
    items: ['H-18'],
  }),
  'edits.auto': userSetting({
    schema: z.boolean(),
    default: true,
    description:
      'Master switch for acting without a question. Without governance it counts only when you set it yourself.',
    items: ['E-08', 'G-01'],
    formerly: 'grok.autoApply',
  }),
  'edits.autoFiles': userSetting({
    schema: z.boolean(),
    default: true,
    description: 'Verified, complete, in-scope edits of unprotected files count as approved.',
    items: ['E-08'],
    formerly: 'grok.autoApplyFiles',
  }),
  'edits.partial': userSetting({
    schema: z.boolean(),
    default: false,
    description: 'Apply the good files of a reply although another one of it was refused.',
    items: ['E-12', 'E-28'],
  }),
  'edits.protected': workspaceSetting(
    { kind: 'add', most: MOST_PATTERNS },
    {
      schema: patternList,
      default: FILES_PROTECTED,
      description: 'Files (glob patterns) that are never changed without a question, in any mode.',
      items: ['E-23', 'H-24'],
    },
  ),
  'edits.ignore': workspaceSetting(
    { kind: 'add', most: MOST_PATTERNS },
    {
      schema: patternList,
      default: [],
      description: 'Files (glob patterns) that the assistant neither reads nor writes, beside `.gitignore`.',
      items: ['E-23', 'B-16'],
    },
  ),
  'commands.auto': userSetting({
    schema: z.boolean(),
    default: false,
    description: 'Run commands that match `commands.allow` without a question.',
    items: ['G-01', 'G-04'],
    formerly: 'grok.autoApplyCli',
  }),
  'commands.allow': userSetting({
    schema: patternList,
    default: COMMANDS_ALLOWED,
    description: 'Beginnings of commands that may run by themselves, matched on parsed words, never on text.',
    items: ['G-02', 'G-03', 'G-05'],
    formerly: 'grok.cliWhitelist',
  }),
  'commands.timeout': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1).max(86_400),
      default: 30,
      description: 'Seconds after which a command and all its children are ended.',
      items: ['G-07'],
    },
  ),
  'commands.fixRounds': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(0).max(100),
      default: 5,
      description: 'How often run, analyse, fix may repeat by itself.',
      items: ['G-20'],
    },
  ),
  'commands.sandbox': workspaceSetting(
    { kind: 'stricter', order: ['off', 'auto', 'on'] },
    {
      schema: z.enum(['off', 'auto', 'on']),
      default: 'auto',
      description:
        'Confine commands: `auto` where the system offers a sandbox, `on` refuses to run without one.',
      items: ['T-14'],
    },
  ),
  'commands.network': workspaceSetting(
    { kind: 'stricter', order: ['on', 'off'] },
    {
      schema: z.enum(['on', 'off']),
      default: 'on',
      description:
        'Whether commands may reach the network; `off` needs a sandbox, and refuses to run without one.',
      items: ['T-14'],
    },
  ),
  'commands.loginShell': userSetting({
    schema: z.boolean(),
    default: true,
    description: 'Take the environment of commands (PATH and the like) from your login shell.',
    items: ['G-19'],
  }),
  'tools.allow': workspaceSetting(
    { kind: 'keep' },
    {
      schema: z.array(z.string().min(1).max(200)).max(1000).nullable(),
      default: null,
      description: 'Beginnings of tool names that are offered to the model; null means all tools.',
      items: ['B-09'],
    },
  ),
  'tools.maxResultChars': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1000).max(1_000_000),
      default: 30_000,
      description: 'How many characters of a tool result the model is given; the whole goes to a blob.',
      items: ['B-26'],
    },
  ),
};
