import { isJsonObject } from '../replies/json-value.ts';
import { createReplyReader } from '../replies/read-reply.ts';

/** Shows of a structured reply, while it comes, what a person reads: its summary, piece by piece. */
export interface SummaryShow {
  readonly push: (piece: string) => void;
  /** What was shown so far. */
  readonly shown: () => string;
}

export function createSummaryShow(show: (text: string) => void): SummaryShow {
  const reader = createReplyReader();
  let shown = '';
  return {
    push: (piece) => {
      reader.push(piece);
      const value = reader.peek();
      const summary = value !== undefined && isJsonObject(value) ? value['summary'] : undefined;
      if (typeof summary !== 'string' || summary.length <= shown.length || !summary.startsWith(shown)) return;
      const more = summary.slice(shown.length);
      shown = summary;
      show(more);
    },
    shown: () => shown,
  };
}
