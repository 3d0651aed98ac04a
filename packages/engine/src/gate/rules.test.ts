import { expect, it } from 'vitest';

import { hiddenFiles } from './rule-hidden-files.ts';
import { insideWorkspace } from './rule-inside-workspace.ts';
import { modeAllows } from './rule-mode.ts';
import { protectedFiles } from './rule-protected-files.ts';
import { repeats } from './rule-repeats.ts';
import type { CallFacts, Rule } from './rule.ts';
import { outsideTarget, sayOf, target } from './test-facts.ts';

type Example = readonly [
  expected: string,
  effect: 'read' | 'write' | 'run' | 'network',
  facts: Partial<CallFacts>,
];

const plain = { targets: [target('src/a.ts')] };
const outside = { targets: [target('src/a.ts'), outsideTarget('../x')] };

/** Of each rule, what it is about and what it is not. */
const INSIDE_WORKSPACE: readonly Example[] = [
  ['pass', 'read', plain],
  ['pass', 'run', plain],
  ['pass', 'run', {}],
  ['pass', 'network', {}],
  ['refuse outside_workspace', 'read', outside],
  ['refuse outside_workspace', 'write', outside],
  ['refuse outside_workspace', 'run', outside],
  ['refuse outside_workspace', 'run', { ...outside, mode: 'allow' }],
];

const MODE: readonly Example[] = [
  ['pass', 'read', { mode: 'safe' }],
  ['pass', 'read', { mode: 'ask' }],
  ['pass', 'write', { mode: 'allow' }],
  ['pass', 'run', { mode: 'allow' }],
  ['pass', 'network', { mode: 'allow' }],
  ['pass', 'write', { mode: 'ask', autoEdits: true }],
  ['ask', 'write', { mode: 'ask' }],
  ['ask', 'run', { mode: 'ask' }],
  ['ask', 'run', { mode: 'ask', autoEdits: true }],
  ['ask', 'network', { mode: 'ask', autoEdits: true }],
  ['refuse mode_forbids', 'write', { mode: 'safe', autoEdits: true }],
  ['refuse mode_forbids', 'run', { mode: 'safe' }],
  ['refuse mode_forbids', 'network', { mode: 'safe' }],
];

const guarded = { targets: [target('src/a.ts'), target('.git/config', { isProtected: true })] };
const own = { targets: [target('src/a.ts'), target('sub/.ROOK/settings.json')] };
const led: Partial<CallFacts> = {
  targets: [target('link', { located: { ok: true, value: { path: '.rook/x', kind: 'file', bytes: 1 } } })],
};

const PROTECTED_FILES: readonly Example[] = [
  ['pass', 'write', plain],
  ['pass', 'run', plain],
  ['pass', 'run', {}],
  ['pass', 'read', guarded],
  ['pass', 'read', own],
  ['pass', 'network', {}],
  ['ask (protected)', 'write', guarded],
  ['ask (protected)', 'run', guarded],
  ['ask (protected)', 'run', { ...guarded, mode: 'allow' }],
  ['refuse protected', 'write', own],
  ['refuse protected', 'run', own],
  ['refuse protected', 'write', led],
  ['refuse protected', 'run', { ...led, mode: 'allow' }],
];

const secret = { targets: [target('src/a.ts'), target('.env', { looksSecret: true })] };
const ignored = { targets: [target('dist/x', { ignored: 'gitignore' })] } as const;
const aside = { targets: [target('x.gen', { ignored: 'settings' })] } as const;
const builtIn = { targets: [target('.git/x', { ignored: 'built_in' })] } as const;

const HIDDEN_FILES: readonly Example[] = [
  ['pass', 'read', plain],
  ['pass', 'run', plain],
  ['pass', 'network', {}],
  ['ask', 'read', secret],
  ['ask', 'run', secret],
  ['ask', 'run', ignored],
  ['ask', 'run', builtIn],
  ['ask', 'read', aside],
  ['refuse protected', 'write', aside],
  ['refuse protected', 'run', { ...aside, mode: 'allow' }],
];

const REPEATS: readonly Example[] = [
  ['pass', 'run', { repeats: 1 }],
  ['refuse repeated_call', 'run', { repeats: 2 }],
  ['refuse repeated_call', 'read', { repeats: 7 }],
];

const TABLES: readonly (readonly [string, Rule, readonly Example[]])[] = [
  ['B-16 every path lies inside the workspace', insideWorkspace, INSIDE_WORKSPACE],
  ['N-11 the mode is the outer gate', modeAllows, MODE],
  ['H-24 protected files are asked about', protectedFiles, PROTECTED_FILES],
  ['E-23 hidden files are asked about', hiddenFiles, HIDDEN_FILES],
  ['B-32 the same call is stopped', repeats, REPEATS],
];

it.each(TABLES)('%s, as its table of examples says', (_title, rule, examples) => {
  expect(examples.map((example) => [sayOf(rule, example), ...example.slice(1)])).toEqual(
    examples.map((example) => [...example]),
  );
});
