import type { CallToolResult } from '@modelcontextprotocol/client';

type Part = CallToolResult['content'][number];

/** What a model reads of an answer, within the limit. */
export function describeAnswer({ content, structuredContent }: CallToolResult, most: number): string {
  const parts = content.map(describePart);
  const structured = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  const said = parts.length === 0 ? structured : parts.join('\n');
  return cutText(said === '' ? '(The answer has no text.)' : said, most);
}

/** Bytes of pictures and sounds would be noise; what they are is said. */
function describePart(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `(${part.type === 'image' ? 'A picture' : 'A sound'}, ${cutText(part.mimeType, 100)}, ${part.data.length} characters of base64, is not shown.)`;
    case 'resource_link':
      return `(A link to the resource ${cutText(part.uri, 500)}: ${cutText(part.description ?? part.name, 500)})`;
    case 'resource':
      return 'text' in part.resource
        ? `Resource ${cutText(part.resource.uri, 500)}:\n${part.resource.text}`
        : `(The resource ${cutText(part.resource.uri, 500)} is no text and is not shown.)`;
  }
}

export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = `… (cut: ${text.length} characters)`;
  return `${text.slice(0, Math.max(0, most - mark.length))}${mark}`.slice(0, most);
}
