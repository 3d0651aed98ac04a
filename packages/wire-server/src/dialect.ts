/** The interfaces that the server speaks. */
export type Dialect = 'chat' | 'responses' | 'messages' | 'gemini';

/** The interface that a path belongs to, or null when it belongs to none. */
export function findDialect(path: string): Dialect | null {
  const [bare = ''] = path.split('?');
  if (bare.endsWith('/chat/completions')) return 'chat';
  if (bare.endsWith('/responses')) return 'responses';
  if (bare.endsWith('/messages')) return 'messages';
  return /:(?:stream)?generateContent$/iu.test(bare) ? 'gemini' : null;
}

/** Where the server inside answers for a dialect, whatever gateway the path was meant for. */
export function findInnerPath(dialect: Dialect, path: string): string {
  if (dialect === 'chat') return '/v1/chat/completions';
  if (dialect === 'gemini') return path.replace(/^.*\/models\//u, '/v1beta/models/');
  return `/v1/${dialect}`;
}
