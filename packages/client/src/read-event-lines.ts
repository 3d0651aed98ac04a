import type { WorkbenchEvent } from '@rook/contract';

import { parseEvent } from './parse-answer.ts';

/**
 * The events of a stream of lines, one JSON value in each; an empty line only says that the way works. A line that was
 * cut by a break is none. Ends where the stream ends, breaks or says what is no JSON.
 */
export async function* readEventLines(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<WorkbenchEvent, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const rest: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const lines = decoder.decode(value, { stream: true }).split('\n');
      const last = lines.pop() ?? '';
      for (const piece of lines) {
        const line = rest.splice(0).join('') + piece;
        if (line !== '') yield parseEvent(JSON.parse(line));
      }
      // Only what is new is searched, so that a long line costs no more than its length.
      rest.push(last);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
