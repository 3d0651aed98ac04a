import type { Script, ScriptAnswer } from '@rook/contract';

import type { Model, ModelEvent, ModelRequest } from '../model.ts';

/** A model whose answers a suite can decide, and what reached the other side. */
export interface ModelStage {
  /** A model that answers as the script says, from its beginning. */
  play(script: Script): Model;
  /** What arrived since the script began, one text for each request: the body, with images in Base64. */
  received(): readonly string[];
  /** What this way of talking to a model cannot carry; cases about it do not count. */
  readonly lacks: ReadonlySet<StageLack>;
}

/**
 * `raw_input`: a tool's input that is no JSON. `cuts`: an end without a reason. `ends`: why an answer ended or broke, what it cost, how
 * long it may be; it is told as a whole answer, or as one that failed.
 */
export type StageLack = 'thinking' | 'seals' | 'raw_input' | 'cuts' | 'ends';

/** A script of one answer to whatever is asked. */
export function scriptOf(events: ScriptAnswer['events'], rest: Partial<ScriptAnswer> = {}): Script {
  return { version: 1, steps: [{ repeat: 'always', answer: { events, ...rest } }] };
}

export const simpleRequest: ModelRequest = {
  system: 'You are kind.',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Say something.' }] }],
  maxOutputTokens: 500,
};

export interface Told {
  readonly events: readonly ModelEvent[];
  readonly last: Extract<ModelEvent, { kind: 'finished' | 'failed' }>;
  readonly text: string;
  readonly calls: readonly Extract<ModelEvent, { kind: 'tool_call' }>[];
}

/** Everything that a model tells. Throws when there is not exactly one last event, at the end. */
export async function listen(
  model: Model,
  request: ModelRequest = simpleRequest,
  signal: AbortSignal = new AbortController().signal,
  hear: (event: ModelEvent) => void = () => undefined,
): Promise<Told> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) {
    events.push(event);
    hear(event);
  }
  const lasts = events.filter(isLast);
  const last = events.at(-1);
  if (lasts.length !== 1 || last === undefined || !isLast(last)) {
    throw new Error(`there is not one last event: ${events.map(({ kind }) => kind).join(' ')}`);
  }
  return {
    events,
    last,
    text: events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    calls: events.filter((event) => event.kind === 'tool_call'),
  };
}

function isLast(event: ModelEvent): event is Told['last'] {
  return event.kind === 'finished' || event.kind === 'failed';
}

/** How an answer ended, in one word. */
export function endOf({ last }: Told): string {
  return last.kind === 'finished' ? last.reason : last.error.code;
}
