import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { ModelEvent } from '@rook/engine';

import { createCharacterJoiner, type CharacterJoiner } from './join-characters.ts';

/** Follows the thoughts of one answer and gathers the seal of each, which providers send in several places. */
export interface ThoughtReader {
  note(id: string, text: string, metadata: SharedV4ProviderMetadata | undefined): ModelEvent[];
  end(id: string, metadata: SharedV4ProviderMetadata | undefined): ModelEvent[];
  /** The thoughts that nobody ended. */
  endAll(): ModelEvent[];
}

interface Thought {
  text: string;
  readonly characters: CharacterJoiner;
  readonly seal: Map<string, Readonly<Record<string, unknown>>>;
}

export function createThoughtReader(): ThoughtReader {
  const open = new Map<string, Thought>();
  const note: ThoughtReader['note'] = (id, delta, metadata) => {
    const thought: Thought = open.get(id) ?? {
      text: '',
      characters: createCharacterJoiner(),
      seal: new Map(),
    };
    const text = thought.characters.join(delta);
    open.set(id, thought);
    thought.text += text;
    for (const [provider, fields] of Object.entries(metadata ?? {})) {
      const before = thought.seal.get(provider) ?? {};
      thought.seal.set(provider, { ...before, ...withoutNull(fields) });
    }
    return text === '' ? [] : [{ kind: 'thinking', text }];
  };
  const end: ThoughtReader['end'] = (id, metadata) => {
    const events = note(id, '', metadata);
    const thought = open.get(id);
    open.delete(id);
    if (thought === undefined) return events;
    const seal = thought.seal.size === 0 ? {} : { seal: JSON.stringify(Object.fromEntries(thought.seal)) };
    return [...events, { kind: 'thought', part: { kind: 'thinking', text: thought.text, ...seal } }];
  };
  return { note, end, endAll: () => [...open.keys()].flatMap((id) => end(id, undefined)) };
}

/** A provider says null until it knows, and again when it has said it elsewhere. */
function withoutNull(fields: SharedV4ProviderMetadata[string]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
