import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelRequest } from '@rook/engine';

import type { OpenedModel } from '../providers/opened-model.ts';
import { toStrictSchema } from './strict-schema.ts';
import { writePrompt } from './write-prompt.ts';

/** The whole call, and how the text of its answer is turned back where the schema had to be another one. */
export interface WrittenCall {
  readonly call: LanguageModelV4CallOptions;
  readonly restore: ((text: string) => string) | null;
}

export function writeCall(
  opened: OpenedModel,
  request: ModelRequest,
  canBeStructured: boolean,
  signal: AbortSignal,
): WrittenCall {
  const shaped =
    canBeStructured && request.structured !== undefined ? shapeAnswer(opened, request.structured) : null;
  const tools = (request.tools ?? []).map(({ name, description, input }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema: input,
  }));
  const call: LanguageModelV4CallOptions = {
    prompt: writePrompt(request, opened.style),
    maxOutputTokens: request.maxOutputTokens,
    abortSignal: signal,
    ...(tools.length === 0 ? {} : { tools }),
    ...(shaped === null ? {} : { responseFormat: shaped.format }),
    ...opened.options(request),
  };
  return { call: opened.mark === undefined ? call : opened.mark(call), restore: shaped?.restore ?? null };
}

interface Shaped {
  readonly format: NonNullable<LanguageModelV4CallOptions['responseFormat']>;
  readonly restore: ((text: string) => string) | null;
}

function shapeAnswer(
  { schemas }: OpenedModel,
  { name, schema }: NonNullable<ModelRequest['structured']>,
): Shaped {
  const strict = schemas === 'all' ? null : toStrictSchema(schema, schemas === 'every field required');
  return {
    format: { type: 'json', name, schema: strict?.schema ?? schema },
    restore: strict === null ? null : (text) => restoreText(text, strict.restore),
  };
}

/** An answer that is no JSON stays what it is: it was cut, and what mends it wants to see all of it. */
function restoreText(text: string, restore: (answer: unknown) => unknown): string {
  try {
    return JSON.stringify(restore(JSON.parse(text)));
  } catch {
    return text;
  }
}
