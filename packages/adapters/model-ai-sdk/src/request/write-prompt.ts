import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { ModelMessage, ModelRequest } from '@rook/engine';

import { readSeal } from './read-seal.ts';

/** How a provider differs in what it takes back. */
export interface PromptStyle {
  /** The name under which the provider's seals stand. */
  readonly seals: string;
  /** The provider takes thoughts back without a seal. */
  readonly plainThoughts: boolean;
}

/** The conversation as the client libraries take it. What a provider would choke on is left out: empty texts and messages. */
export function writePrompt(request: ModelRequest, style: PromptStyle): LanguageModelV4Prompt {
  const system = request.system.toWellFormed();
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...request.messages.flatMap((message) => writeMessage(message, style)),
  ];
}

function writeMessage(message: ModelMessage, style: PromptStyle): LanguageModelV4Message[] {
  switch (message.role) {
    case 'user': {
      const content = message.parts.flatMap(writeUserPart);
      return content.length === 0 ? [] : [{ role: 'user', content }];
    }
    case 'assistant': {
      const content = message.parts.flatMap((part) => writeAssistantPart(part, style));
      return content.length === 0 ? [] : [{ role: 'assistant', content }];
    }
    case 'tool': {
      const content = message.results.map(writeResult);
      return content.length === 0 ? [] : [{ role: 'tool', content }];
    }
  }
}

type UserPart = Extract<ModelMessage, { role: 'user' }>['parts'][number];
type AssistantPart = Extract<ModelMessage, { role: 'assistant' }>['parts'][number];
type Result = Extract<ModelMessage, { role: 'tool' }>['results'][number];

function writeUserPart(part: UserPart): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  if (part.kind === 'text') return writeText(part.text);
  return [{ type: 'file', data: { type: 'data', data: part.bytes }, mediaType: part.mediaType }];
}

function writeText(text: string): LanguageModelV4TextPart[] {
  return text === '' ? [] : [{ type: 'text', text: text.toWellFormed() }];
}

function writeAssistantPart(
  part: AssistantPart,
  style: PromptStyle,
): (LanguageModelV4TextPart | LanguageModelV4ReasoningPart | LanguageModelV4ToolCallPart)[] {
  if (part.kind === 'text') return writeText(part.text);
  const providerOptions = readSeal(part.seal, style.seals);
  const sealed = providerOptions === undefined ? {} : { providerOptions };
  if (part.kind === 'tool_call') {
    const { id, name, input } = part;
    return [
      { type: 'tool-call', toolCallId: writeId(id), toolName: name, input: writeInput(input), ...sealed },
    ];
  }
  // A thought that another provider sealed means nothing here.
  const isOwn = providerOptions !== undefined || (style.plainThoughts && part.seal === undefined);
  return isOwn ? [{ type: 'reasoning', text: part.text.toWellFormed(), ...sealed }] : [];
}

/** Providers want an object; a call whose input nobody could read went nowhere, as its result says. */
function writeInput(input: unknown): unknown {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
}

const LONGEST_ID = 64;

/** Ids of another provider may have characters or a length that this one refuses. */
function writeId(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_-]/gu, '_').slice(0, LONGEST_ID);
}

function writeResult({ id, name, text, failed }: Result): LanguageModelV4ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId: writeId(id),
    toolName: name,
    output: { type: failed ? 'error-text' : 'text', value: text.toWellFormed() },
  };
}
