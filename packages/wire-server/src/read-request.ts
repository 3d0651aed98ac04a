import type { ChatCompletionRequest, ChatMessage } from '@copilotkit/aimock';
import type { ScriptRequest } from '@rook/contract';

/** What a script can see of a request. The server inside has put the four dialects into one form; the body has the rest. */
export function readScriptRequest(request: ChatCompletionRequest, body: string): ScriptRequest {
  const users = request.messages.filter(({ role }) => role === 'user');
  const results = listLastResults(request.messages);
  return {
    model: request.model,
    system: request.messages
      .filter(({ role }) => role === 'system')
      .map(readContent)
      .join('\n'),
    messages: request.messages.filter(({ role }) => role !== 'system').map(readContent),
    lastUser: users.map(readContent).at(-1) ?? '',
    turn: users.length,
    toolResults: results.map(({ tool_call_id: id }) => findToolName(request.messages, id)),
    toolsOffered: (request.tools ?? []).map((tool) => tool.function.name),
    image: /"(?:image_url|input_image|inlineData)"|"type":"image"/u.test(body),
    structured: /"(?:json_schema|responseJsonSchema|responseSchema)"/u.test(body),
  };
}

function readContent({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('\n');
}

function listLastResults(messages: readonly ChatMessage[]): ChatMessage[] {
  const last = messages.findLastIndex(({ role }) => role !== 'tool');
  return messages.slice(last + 1);
}

function findToolName(messages: readonly ChatMessage[], id: string | undefined): string {
  const calls = messages.flatMap(({ tool_calls: list }) => list ?? []);
  return calls.find((call) => call.id === id)?.function.name ?? '';
}
