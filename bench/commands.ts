import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createCommandPolicy, judgeCommand } from '@rook/engine';

import { readShell } from '../packages/engine/src/commands/read-shell.ts';
import { resolveSettings } from '../packages/engine/src/settings/resolve-settings.ts';
import type { Measurement } from './measurement.ts';
import { medianWork } from './median-work.ts';

const ROUNDS = 3;
/** What the issue asks for. */
const MOST_MICROSECONDS = 1000;
const FOLDER = join(import.meta.dirname, '..', 'packages', 'engine', 'test', 'commands');

/** What a decision about a line of shell costs, beside reading it. */
export async function measureCommands(): Promise<Measurement[]> {
  const texts = ['ordinary.jsonl', 'techniques.jsonl'].flatMap((name) =>
    readFileSync(join(FOLDER, name), 'utf8').trim().split('\n').map(commandOf),
  );
  const policy = createCommandPolicy(resolveSettings([]).values, { root: '/ada/work', cwd: '' });
  const [judged = 0, read = 0] = await medianWork([
    async () => repeat(texts, (text) => judgeCommand(text, policy)),
    async () => repeat(texts, readShell),
  ]);
  const each = (micros: number) => micros / texts.length / ROUNDS;
  process.stdout.write(
    `commands: ${each(judged).toFixed(1)} µs to judge a line of shell, ${each(read).toFixed(1)} µs of it to read it (${texts.length} lines)\n`,
  );
  const base = { name: 'commands, a decision about a line of shell', unit: 'µs', measured: each(judged) };
  return [
    { ...base, reference: 'the limit', against: MOST_MICROSECONDS, limit: 1 },
    { ...base, reference: 'reading it', against: each(read), limit: 6 },
  ];
}

function repeat(texts: readonly string[], work: (text: string) => unknown): void {
  for (let round = 0; round < ROUNDS; round += 1) for (const text of texts) work(text);
}

function commandOf(line: string): string {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null && 'command' in value ? String(value.command) : '';
}
