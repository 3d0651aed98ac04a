import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sessionIdSchema, type Script, type ScriptAnswer } from '@rook/contract';
import { createLocalStore } from '@rook/store-local';

import { entriesOf, journalLines, playing, saying, startRook, type LiveRook } from './ask-rook.ts';
import { textAt, valueAt } from './read-output.ts';
import { runTool } from './run-tool.ts';
import type { Sandbox } from './sandbox.ts';

/** Whether this machine can give a program a real terminal. */
export const hasScript = runTool('script', '--version').stdout.includes('util-linux');

export const ENTER = '\r';
export const [INTERRUPT, END] = ['\u0003', '\u0004'];
/** The end of the prompt of a question, whatever it offers. */
export const PROMPT = '/n/d/l/?] ';

/** A turn that writes files, one call after the other in one answer, and then says that it is done. */
export function writing(files: Readonly<Record<string, string>>): Partial<Script> {
  const events = Object.entries(files).map(([path, content]) => ({
    kind: 'tool_call' as const,
    name: 'write_to_file',
    input: { path, content },
  }));
  return {
    steps: [{ match: { toolResult: false }, answer: { events } }],
    default: saying('All done'),
  };
}

function call(name: string, input: Readonly<Record<string, string>>): ScriptAnswer {
  return { events: [{ kind: 'tool_call', name, input }] };
}

/** A turn that reads a file and then replaces it. */
export function replacing(path: string, content: string): Partial<Script> {
  return {
    steps: [
      { match: { toolResult: false }, answer: call('read_file', { path }) },
      { match: { toolResult: 'read_file' }, answer: call('write_to_file', { path, content }) },
    ],
    default: saying('All done'),
  };
}

export function onTerminal(
  sandbox: Sandbox,
  script: Partial<Script>,
  words: readonly string[] = ['ask', 'Do it'],
): LiveRook {
  const env = { ...playing(sandbox, script), TERM: 'xterm', NO_COLOR: '1' };
  return startRook(sandbox, words, { env, onTerminal: true });
}

export function contentOf({ workspace }: Sandbox, path: string): string | null {
  const file = join(workspace, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The ids of all questions, in order. */
export function questionsOf(sandbox: Sandbox): readonly string[] {
  return entriesOf(journalLines(sandbox), 'approval_requested').map((entry) => textAt(entry, 'approval_id'));
}

/** How each question was answered, in order. */
export function answersOf(sandbox: Sandbox): readonly unknown[] {
  return entriesOf(journalLines(sandbox), 'approval_answered').map((entry) => [
    valueAt(entry, 'answer'),
    valueAt(entry, 'scope'),
  ]);
}

export function statusesOf(sandbox: Sandbox): readonly string[] {
  return entriesOf(journalLines(sandbox), 'turn').map((turn) => textAt(turn, 'status'));
}

/** The process that holds the session; the terminal around it is another one. */
export async function holderOf(sandbox: Sandbox): Promise<number> {
  const store = createLocalStore({ home: sandbox.rookHome, folder: join(sandbox.workspace, '.rook') });
  const [asked] = entriesOf(journalLines(sandbox), 'approval_requested');
  const held = await store.holder(sessionIdSchema.parse(textAt(asked, 'session_id')));
  if (!held.ok || held.value === null) throw new Error('nobody holds the session');
  return held.value.pid;
}
