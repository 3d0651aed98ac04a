import type { ModelMessage } from '../ports/model.ts';

const KEPT_CHARACTERS = 40;

/**
 * The messages with ids that no two calls have in common: some models count anew in each answer, and providers
 * refuse a request that has an id twice. A message without such an id stays the same object.
 */
export function uniqueCallIds(messages: readonly ModelMessage[], taken: Iterable<string>): ModelMessage[] {
  const ids = new Set(taken);
  const copies = new Map<string, number>();
  /** What the calls of the last answer are called now. */
  let renamed = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === 'assistant') {
      renamed = new Map();
      for (const part of message.parts) {
        if (part.kind !== 'tool_call') continue;
        const id = freeId(part.id, ids, copies);
        ids.add(id);
        if (id !== part.id) renamed.set(part.id, id);
      }
      if (renamed.size === 0) return message;
      const parts = message.parts.map((part) =>
        part.kind === 'tool_call' ? { ...part, id: renamed.get(part.id) ?? part.id } : part,
      );
      return { role: 'assistant', parts };
    }
    if (message.role === 'user' || renamed.size === 0) return message;
    return {
      role: 'tool',
      results: message.results.map((one) => ({ ...one, id: renamed.get(one.id) ?? one.id })),
    };
  });
}

function freeId(id: string, ids: ReadonlySet<string>, copies: Map<string, number>): string {
  if (!ids.has(id)) return id;
  const start = id.slice(0, KEPT_CHARACTERS);
  let copy = copies.get(start) ?? 2;
  while (ids.has(`${start}-${copy}`)) copy += 1;
  copies.set(start, copy + 1);
  return `${start}-${copy}`;
}

export function callIds(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.parts.flatMap((part) => (part.kind === 'tool_call' ? [part.id] : []))
      : [],
  );
}
