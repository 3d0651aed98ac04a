import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { succeed, turnIdSchema } from '@rook/contract';
import { createLocalWorkspace } from '@rook/workspace-local';
import { onTestFinished } from 'vitest';

import type { CommandJudgement } from '../packages/engine/src/commands/judge-command.ts';
import { checkCommand } from '../packages/engine/src/gate/check-command.ts';
import { createDecider } from '../packages/engine/src/gate/decide-call.ts';
import { gatherCommand } from '../packages/engine/src/gate/gather-command.ts';
import { gatherTargets, leaveImpossible } from '../packages/engine/src/gate/gather-facts.ts';
import { judgeCall, RULES } from '../packages/engine/src/gate/judge-call.ts';
import { createProtectedTest } from '../packages/engine/src/gate/protected-paths.ts';
import type { CommandFacts, Rule } from '../packages/engine/src/gate/rule.ts';
import { NO_USER_RULES } from '../packages/engine/src/gate/user-rules.ts';
import { UNGOVERNED } from '../packages/engine/src/intents/governance.ts';
import { resolveSettings } from '../packages/engine/src/settings/resolve-settings.ts';
import { createIgnoreRules } from '../packages/engine/src/tools/ignore-rules.ts';

const TURN = turnIdSchema.parse('t0001');
const { values } = resolveSettings([]);

/** A workspace on the disk, with real git in it where that is wished, and what the gate knows of lines of shell there. */
export interface CommandRoom {
  readonly root: string;
  put(path: string, content?: string): void;
  link(target: string, path: string): void;
  git(...words: readonly string[]): string;
  facts(command: string, cwd?: string): Promise<CommandFacts>;
  verdict(command: string, cwd?: string): Promise<string>;
  /** What all rules of the gate say in mode ask, with commands and edits that run by themselves: `pass`, or why not. */
  gate(command: string): Promise<string>;
  /** The same as the door of a session says it: whether it would run, and what was said if not. */
  decide(command: string): Promise<{ readonly allowed: boolean; readonly code: string }>;
  /** What `rook command check` says; with other rules than those of the gate to prove what a broken one does. */
  check(command: string, rules?: readonly Rule[]): Promise<CommandJudgement>;
  /** Runs it as bash does, without any question: what would have happened. */
  run(command: string): string;
}

/** It goes away with its test. */
export function makeCommandRoom(mode: 'ask' | 'allow' = 'ask', more: readonly string[] = []): CommandRoom {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-line-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const settings = {
    ...values,
    'commands.auto': true,
    'commands.allow': [...values['commands.allow'], ...more],
  };
  const workspace = createLocalWorkspace(root);
  const sources = {
    workspace,
    ignore: () => createIgnoreRules(workspace, []),
    isProtected: createProtectedTest(settings['edits.protected']),
  };
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_GLOBAL: '/dev/null' };
  const commands = { settings, code: async () => ({ changedSinceApproval: false, isConfined: false }) };
  const facts: CommandRoom['facts'] = async (command, cwd = '') =>
    gatherCommand(sources, { kind: 'command', command, cwd, paths: [] }, commands);
  const decide = createDecider(
    { sources, commands, autoEdits: true, answers: 'no', protectedAnswers: 'no' },
    () => mode,
  );
  return {
    root,
    put: (path, content = 'x\n') => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    link: (target, path) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync(target, join(root, path));
    },
    git: (...words) => {
      const identity = [
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@example.org',
        '-c',
        'init.defaultBranch=main',
      ];
      return execFileSync('git', [...identity, ...words], { cwd: root, env, stdio: 'pipe' }).toString();
    },
    facts,
    decide: async (command) => {
      const call = { turn: TURN, id: 'c', name: 'execute_command', input: { command }, repeats: 0 };
      const decision = await decide(call, { kind: 'command', command, cwd: '', paths: [] });
      return { allowed: decision.allowed, code: decision.allowed ? '' : decision.error.code };
    },
    check: async (command, rules = RULES) =>
      checkCommand({ sources, commands, userRules: NO_USER_RULES, rules }, { command, cwd: '' }),
    gate: async (command) => {
      const known = await facts(command);
      const effect = { kind: 'command' as const, command, cwd: '', paths: known.judgement.writes };
      const { verdict } = judgeCall(RULES, {
        tool: 'execute_command',
        effect,
        mode: 'ask',
        autoEdits: true,
        targets: leaveImpossible(await gatherTargets(sources, effect)),
        repeats: 0,
        userRules: succeed(NO_USER_RULES),
        intent: null,
        governance: UNGOVERNED,
        workspace: root,
        command: known,
      });
      if (verdict.kind === 'pass') return 'pass';
      return verdict.kind === 'ask' ? verdict.reason : verdict.error.message;
    },
    verdict: async (command, cwd) => (await facts(command, cwd)).judgement.verdict,
    run: (command) => {
      try {
        return execFileSync('bash', ['-c', command], { cwd: root, env, stdio: 'pipe' }).toString();
      } catch (error) {
        return String(error);
      }
    },
  };
}
