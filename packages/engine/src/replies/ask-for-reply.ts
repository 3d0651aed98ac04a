import { REPLY_NAME, replyJsonSchema } from '@rook/contract';

import type { ModelAbilities, ModelRequest } from '../ports/model.ts';
import { replyRules } from './reply-rules.ts';

/** What a request for a structured reply carries. */
export interface ReplyAsking {
  /** For the request, when the provider can hold the answer to the schema. */
  readonly structured?: NonNullable<ModelRequest['structured']>;
  /** For the system prompt. */
  readonly rules: string;
  /** For the user, when what was wanted cannot be had. */
  readonly notice: string | null;
}

/** Asks through the provider's structured output where the user wants it and the model can, otherwise by prompt. */
export function askForReply(
  { structured }: Pick<ModelAbilities, 'structured'>,
  model: string,
  isWanted: boolean,
): ReplyAsking {
  if (isWanted && structured === 'strict')
    return {
      structured: { name: REPLY_NAME, schema: replyJsonSchema() },
      rules: replyRules({ isHeldToSchema: true }),
      notice: null,
    };
  const notice = isWanted
    ? `${model} cannot be held to a schema; the reply is asked for in text and mended where that is certain.`
    : null;
  return { rules: replyRules({ isHeldToSchema: false }), notice };
}
