import { createHash } from 'node:crypto';

import type { HistorySet } from '../journal/history-set.ts';
import type { ChangeReason } from '../journal/load-reasons.ts';
import type { LineRun } from './line-runs.ts';
import type { TracedFile } from './trace-file.ts';

/** The open format that names who contributed which lines, in its own words. */
interface AgentTrace {
  readonly version: string;
  readonly id: string;
  readonly timestamp: string;
  readonly tool: { readonly name: string; readonly version: string };
  /** What is checked out where the lines are; left out where nobody knows. */
  readonly vcs?: { readonly type: 'git'; readonly revision: string };
  readonly files: readonly TraceFile[];
}

export interface TraceFile {
  /** From the root of the workspace. */
  readonly path: string;
  readonly conversations: readonly TraceConversation[];
}

interface TraceConversation {
  readonly url: string;
  readonly contributor: TraceContributor;
  readonly ranges: readonly TraceRange[];
  readonly related: readonly { readonly type: string; readonly url: string }[];
}

interface TraceContributor {
  readonly type: 'ai' | 'unknown';
  readonly model_id?: string;
}

interface TraceRange {
  readonly start_line: number;
  readonly end_line: number;
  readonly content_hash: string;
}

/** The version of the format; its schema takes two numbers. */
const AGENT_TRACE_VERSION = '0.1';
const MOST_MODEL_CHARACTERS = 250;

export function makeAgentTrace(parts: Omit<AgentTrace, 'version'>): AgentTrace {
  return { version: AGENT_TRACE_VERSION, ...parts };
}

/** Lines that a change set wrote and that are there now, grouped by the change set. Null where there are none. */
export function describeTrace(
  path: string,
  { runs, text }: TracedFile,
  reasonOf: (set: HistorySet) => ChangeReason | undefined,
): TraceFile | null {
  if (text === null) return null;
  const written = new Map<HistorySet, TraceRange[]>();
  let at = 0;
  for (const run of runs) {
    if (run.origin.kind === 'written') {
      const ranges = written.get(run.origin.set) ?? [];
      ranges.push(rangeOf(run, at, text));
      written.set(run.origin.set, ranges);
    }
    at += run.count;
  }
  if (written.size === 0) return null;
  const conversations = [...written].map(([set, ranges]) => ({
    url: `urn:rook:session:${set.session}`,
    contributor: contributorOf(set, reasonOf(set)),
    ranges,
    related: relatedOf(set),
  }));
  return { path, conversations };
}

/** The hash of the lines, each with a plain line end. */
function rangeOf({ count }: LineRun, at: number, text: readonly string[]): TraceRange {
  const lines = text.slice(at, at + count).map((line) => `${line}\n`);
  const digits = createHash('sha256').update(lines.join('')).digest('hex');
  return { start_line: at + 1, end_line: at + count, content_hash: `sha256:${digits}` };
}

/** Who had a reply at hand does not say where it came from; neither does a command. */
function contributorOf({ by, kind }: HistorySet, reason: ChangeReason | undefined): TraceContributor {
  if (by === 'user' || kind === 'by_command') return { type: 'unknown' };
  const model = reason?.model ?? null;
  return { type: 'ai', ...(model === null ? {} : { model_id: model.slice(0, MOST_MODEL_CHARACTERS) }) };
}

function relatedOf({ session, turn, id, intent }: HistorySet): TraceConversation['related'] {
  return [
    ...(intent === null ? [] : [{ type: 'intent', url: `urn:rook:intent:${intent}` }]),
    ...(turn === null ? [] : [{ type: 'turn', url: `urn:rook:turn:${session}:${turn}` }]),
    { type: 'change_set', url: `urn:rook:change-set:${session}:${id}` },
  ];
}
