import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

import { mendEditorLog } from './mend-editor-log.ts';

/** code-server from npm is VS Code 1.139 as a server. */
const VERSION = '4.139.1';

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'rook');
const folder = join(cache, `code-server-${VERSION}`);
const program = join(folder, 'node_modules', 'code-server');

/** The entry of a real VS Code, installed into a cache folder by whoever needs it first. Null: it cannot be had here. */
export async function installEditor(): Promise<string | null> {
  const entry = await findEntry();
  if (entry !== null) mendEditorLog(join(program, 'lib', 'vscode'));
  return entry;
}

async function findEntry(): Promise<string | null> {
  const entry = join(program, 'out', 'node', 'entry.js');
  if (existsSync(join(folder, 'complete'))) return entry;
  if (process.platform === 'win32') return null;
  mkdirSync(cache, { recursive: true });
  const lock = await takeLock();
  try {
    if (!existsSync(join(folder, 'complete')) && !install()) return null;
    return entry;
  } finally {
    lock.close();
  }
}

/** Others wait until the first one is done; a lock of a process that died is free. */
async function takeLock(): Promise<DatabaseSync> {
  const lock = new DatabaseSync(join(cache, 'install.sqlite'));
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch {
      await wait(1000);
    }
  }
}

/**
 * Nothing is compiled: what is native in it is for logs, terminals and keychains. It runs without, and what it logs is mended. The folder gets its name
 * when it is whole.
 */
function install(): boolean {
  const draft = join(cache, 'draft');
  rmSync(draft, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{"private":true}');
  const server = join(draft, 'node_modules', 'code-server', 'lib', 'vscode');
  if (!npm(draft, [`code-server@${VERSION}`]) || !npm(server, ['--omit=dev'])) return false;
  writeFileSync(join(draft, 'complete'), '');
  renameSync(draft, folder);
  return true;
}

function npm(cwd: string, words: readonly string[]): boolean {
  const always = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', ...words, ...always], { cwd, encoding: 'utf8' });
  if (status !== 0) process.stderr.write(`VS Code could not be installed: ${stderr}\n`);
  return status === 0;
}
