import type { ScriptRequest } from '@rook/contract';
import type { ModelMessage, ModelRequest } from '@rook/engine';

/** What a script can see of a request. */
export function describeRequest(request: ModelRequest, model: string): ScriptRequest {
  const { messages } = request;
  const users = messages.filter(({ role }) => role === 'user');
  const lastUser = users.at(-1);
  const last = messages.at(-1);
  return {
    model,
    system: request.system,
    messages: messages.map(textOf),
    lastUser: lastUser === undefined ? '' : textOf(lastUser),
    turn: users.length,
    toolResults: last?.role === 'tool' ? last.results.map(({ name }) => name) : [],
    toolsOffered: (request.tools ?? []).map(({ name }) => name),
    image: messages.some(
      (message) => message.role === 'user' && message.parts.some(({ kind }) => kind === 'image'),
    ),
    structured: request.structured !== undefined,
  };
}

export function textOf(message: ModelMessage): string {
  if (message.role === 'tool') return message.results.map(({ text }) => text).join('\n');
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
}
