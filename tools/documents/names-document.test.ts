import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const rows = readFileSync(join(ROOT, 'docs', 'formats', 'names.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| there'))
  .map((line) => line.split(' | '));

/** What the design asks a row for. */
const THEIRS = [
  ['A-10', 'doSend', 'sendMessage'],
  ['A-11', 'newMessagePair'],
  ['A-12', 'updateResponseChunk'],
  ['A-13', 'requestComplete', 'fmtFinalStructured'],
  ['A-21', 'host and webview', 'editsApplied'],
  ['B-14', 'handle(', 'mcp_tool_use'],
  ['B-20', 'chat()', 'AgentEvent'],
  ['D-15', 'updateFileRegistry', 'markFileModified', 'buildFileRegistrySummary'],
  ['E-21', 'completedTodoIndexes'],
  ['H-06', 'HookEngine', 'runWithHooks'],
  ['H-07', 'HookContext', 'HookResult'],
  ['Q-03', 'SessionManager', 'IPC handlers'],
  ['Q-04', 'ChatPage', 'PreferencesPage', 'AgentInfoPage', 'AgentRunDetailPage'],
  ['Q-04', 'SourceInfoPage', 'SkillInfoPage', 'ShortcutsPage'],
  ['Q-05', 'atom of the sessions', 'atoms of agents, sources and skills', 'atom of the overlay'],
] as const;

it.each(THEIRS)('%s has its names in the list of names', (_item, ...names) => {
  const there = rows.map(([cell = '']) => cell).join('\n');
  for (const name of names) expect(there).toContain(name);
});

it('Q-03 every name and file that the list leads to is there', () => {
  const words = new Set(readSources().flatMap((text) => text.match(/\w+/gu) ?? []));
  const quoted = rows.flatMap(([, here = '']) =>
    [...here.matchAll(/`([^`]+)`/gu)].map(([, one = '']) => one),
  );
  const files = quoted.filter((one) => /^(?:packages|apps)\//u.test(one));
  const names = quoted.filter((one) => /^\w+$/u.test(one));
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(50);
});

function readSources(): readonly string[] {
  return ['packages', 'apps'].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/u.test(path) && /(?:^|[\\/])src[\\/]/u.test(path))
      .filter((path) => !/node_modules|[\\/]dist[\\/]/u.test(path))
      .map((path) => readFileSync(join(ROOT, room, path), 'utf8')),
  );
}
