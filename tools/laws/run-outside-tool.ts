import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type OutsideTool = 'tsc' | 'oxlint' | 'oxfmt' | 'knip';

export interface ToolResult {
  readonly passed: boolean;
  readonly output: string;
}

/**
 * Runs a tool that we did not write on a small tree, with the repository's own settings and packages. The tree lies
 * in the system's temporary folder: below node_modules or an ignored folder these tools would look at nothing.
 */
export function runOutsideTool(tool: OutsideTool, files: Readonly<Record<string, string>>): ToolResult {
  const root = mkdtempSync(path.join(tmpdir(), 'rook-tools-'));
  try {
    for (const settings of SETTINGS) copyFileSync(path.join(ROOT, settings), path.join(root, settings));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'), 'junction');
    for (const [file, text] of Object.entries({ ...SURROUNDINGS, ...files })) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const [program, ...words] = COMMANDS[tool];
    const result = spawnSync(process.execPath, [path.join(ROOT, 'node_modules', program), ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    return { passed: result.status === 0, output: result.stdout + result.stderr };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const ROOT = path.join(import.meta.dirname, '..', '..');

const SETTINGS = ['tsconfig.base.json', '.oxlintrc.json', '.oxfmtrc.json', 'knip.json'];

const SURROUNDINGS = {
  'package.json': '{ "name": "rook", "type": "module", "workspaces": ["packages/*", "apps/*"] }\n',
  'tsconfig.json':
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "rootDir": "." }, "include": ["apps"] }\n',
  'apps/cli/package.json': '{ "name": "@rook/cli", "type": "module" }\n',
} as const;

const COMMANDS: Readonly<Record<OutsideTool, readonly [string, ...string[]]>> = {
  tsc: ['typescript/bin/tsc', '--noEmit'],
  oxlint: ['oxlint/bin/oxlint', '-c', '.oxlintrc.json', '--disable-nested-config', 'apps'],
  oxfmt: ['oxfmt/bin/oxfmt', '--check', 'apps/cli/src'],
  knip: ['knip/bin/knip.js'],
};
