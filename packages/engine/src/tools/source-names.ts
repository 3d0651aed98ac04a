import { createHash } from 'node:crypto';

const MOST_CHARACTERS = 64;
const MARK_CHARACTERS = 8;

/**
 * The name under which a model calls a tool of a source: `mcp_<source>_<tool>`. Where that is too long, or has signs that
 * models may not use, it is cut and marked with a hash, so that two tools never share a name and one keeps its own.
 */
export function nameSourceTool(source: string, tool: string): string {
  const plain = `mcp_${source}_${tool}`;
  if (/^[a-zA-Z0-9_-]+$/.test(plain) && plain.length <= MOST_CHARACTERS && !MARKED.test(plain)) return plain;
  const mark = createHash('sha256').update(`${source}\0${tool}`).digest('hex').slice(0, MARK_CHARACTERS);
  const cut = plain.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, MOST_CHARACTERS - MARK_CHARACTERS - 1);
  return `${cut}-${mark}`;
}

/** A name that looks marked is marked as well, so that nobody can choose the name of another tool. */
const MARKED = /-[0-9a-f]{8}$/;
