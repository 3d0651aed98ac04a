import type { ImagePart, ModelMessage, ModelRequest } from '../ports/model.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { imageSize } from './image-size.ts';

/** The most that a request takes; thinking is a part of `output`. */
export interface TokenEstimate {
  readonly input: number;
  readonly image: number;
  readonly output: number;
}

/** What providers add around each part, rather too much. */
const PER_REQUEST = 50;
const PER_MESSAGE = 12;
const PER_TOOL = 40;
/** The instruction that comes with the first tool. */
const FOR_TOOLS = 600;

/** How many tokens the request takes at most. `imageFactor` is for models that count images in smaller tokens. */
export function estimateRequest(request: ModelRequest, imageFactor = 1): TokenEstimate {
  const { system, messages, tools = [], structured } = request;
  let input = PER_REQUEST + estimateTokens(system);
  let image = 0;
  for (const message of messages) {
    input += PER_MESSAGE + messageTokens(message);
    for (const part of message.role === 'user' ? message.parts : []) {
      if (part.kind === 'image') image += imageTokens(part) * imageFactor;
    }
  }
  if (tools.length > 0) input += FOR_TOOLS;
  for (const { name, description, input: schema } of tools) {
    input += PER_TOOL + estimateTokens(name) + estimateTokens(description) + valueTokens(schema);
  }
  if (structured !== undefined)
    input += FOR_TOOLS + estimateTokens(structured.name) + valueTokens(structured.schema);
  return { input, image, output: request.maxOutputTokens };
}

/** Messages do not change, and a conversation sends the same ones again and again. */
const counted = new WeakMap<ModelMessage, number>();

function messageTokens(message: ModelMessage): number {
  const before = counted.get(message);
  if (before !== undefined) return before;
  const tokens = countMessage(message);
  counted.set(message, tokens);
  return tokens;
}

function countMessage(message: ModelMessage): number {
  if (message.role === 'tool') {
    return sum(message.results.map(({ id, name, text }) => PER_MESSAGE + textTokens(id, name, text)));
  }
  if (message.role === 'user') {
    return sum(message.parts.map((part) => (part.kind === 'text' ? textTokens(part.text) : 0)));
  }
  return sum(
    message.parts.map((part) => {
      if (part.kind === 'text') return textTokens(part.text);
      if (part.kind === 'thinking') return PER_MESSAGE + textTokens(part.text, part.seal ?? '');
      return PER_MESSAGE + textTokens(part.id, part.name, part.seal ?? '') + valueTokens(part.input);
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function textTokens(...texts: readonly string[]): number {
  return sum(texts.map((text) => estimateTokens(text)));
}

function valueTokens(value: unknown): number {
  // Of undefined there is no JSON, whatever the declared type says.
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? estimateTokens(text) : 0;
}

/** Providers cut an image into tiles of 448 to 768 points or count its points, and shrink what is larger than they like. */
const TILE_POINTS = 448;
const PER_TILE = 300;
const MOST_FOR_IMAGE = 6000;

function imageTokens({ bytes }: ImagePart): number {
  const size = imageSize(bytes);
  if (size === null) return MOST_FOR_IMAGE;
  const tiles = Math.ceil(size.width / TILE_POINTS) * Math.ceil(size.height / TILE_POINTS);
  return Math.min(PER_TILE + tiles * PER_TILE, MOST_FOR_IMAGE);
}
