import { fail, succeed, type Result, type RookError } from '@rook/contract';

import type { LedgerFile, LedgerSplice } from '../ledger-file.ts';
import type { Line } from '../store.ts';

export interface FakeLedgerFile extends LedgerFile {
  /** What stands there. */
  text(): string;
  /** Puts something else there, as a person or a crash does. */
  put(text: string): void;
  /** From now on nothing can be added, until null is given. */
  refuse(error: RookError | null): void;
}

/** A ledger in memory. */
export function createFakeLedgerFile(): FakeLedgerFile {
  let content = '';
  let left: { readonly content: string; readonly bookmark: string } | null = null;
  let refusal: RookError | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    path: '.orchestration/agent_trace.jsonl',
    text: () => content,
    put: (text) => {
      content = text;
    },
    refuse: (error) => {
      refusal = error;
    },
    read: async function* read(): AsyncGenerator<Result<readonly Line[]>> {
      yield succeed(linesOf(content));
    },
    hold: async (work) => {
      const mine = last.then(async () => {
        if (refusal !== null) return fail(refusal);
        return work({
          bookmark: left?.content === content ? left.bookmark : null,
          lastBookmark: left?.bookmark ?? null,
          replace: async (splices) => {
            content = spliceText(content, splices);
            return succeed(undefined);
          },
          append: async (bytes, bookmark) => {
            content += new TextDecoder().decode(bytes);
            left = { content, bookmark };
            return succeed(undefined);
          },
        });
      });
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

const encoder = new TextEncoder();

function linesOf(content: string): readonly Line[] {
  const parts = content.split('\n');
  const rest = parts.pop() ?? '';
  const lines = parts.map((text): Line => ({ bytes: encoder.encode(text), finished: true }));
  return rest === '' ? lines : [...lines, { bytes: encoder.encode(rest), finished: false }];
}

function spliceText(content: string, splices: readonly LedgerSplice[]): string {
  const bytes = encoder.encode(content);
  const decoder = new TextDecoder();
  let at = 0;
  let text = '';
  for (const splice of splices) {
    text += decoder.decode(bytes.subarray(at, splice.start)) + splice.text;
    at = splice.end;
  }
  return text + decoder.decode(bytes.subarray(at));
}
