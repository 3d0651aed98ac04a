import { isAbsolute, normalize } from 'node:path';

import { intentIdSchema } from '@rook/contract';
import * as z from 'zod';

import { readPatterns } from '../commands/match-patterns.ts';
import { readHost } from './host-names.ts';

const MOST_ITEMS = 1000;

const text = z.string().min(1).max(1000);
const texts = z.array(text).max(MOST_ITEMS);

const workspaceSchema = text.refine(isRealName, {
  error: 'takes the whole path of a folder, without a slash at its end',
});

const INSIDE = { error: 'takes a path from the root of the workspace on, without .. in it' };

const exampleSchema = z.strictObject({
  tool: text,
  paths: texts.exactOptional(),
  host: text.exactOptional(),
  source: text.exactOptional(),
  command: text.exactOptional(),
  workspace: workspaceSchema.exactOptional(),
  intent: intentIdSchema.nullable().exactOptional(),
});
export type RuleExample = z.infer<typeof exampleSchema>;

/** A rule as it stands in the file. What is left out fits all calls; an empty list fits those that name none. */
export const ruleWordsSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: 'takes letters, digits, dots and dashes' })
      .exactOptional(),
    verdict: z.enum(['allow', 'ask', 'refuse']),
    tools: texts.min(1).exactOptional(),
    /** Patterns as in the setting `edits.protected`. */
    paths: z.array(text.refine(staysInside, INSIDE)).min(1).max(MOST_ITEMS).exactOptional(),
    /** Real paths, letter by letter. */
    files: z.array(text.refine(isPlainPath, INSIDE)).max(MOST_ITEMS).exactOptional(),
    hosts: z
      .array(text.refine((host) => readHost(host) !== null, { error: 'takes the name of a host alone' }))
      .max(MOST_ITEMS)
      .exactOptional(),
    sources: texts.exactOptional(),
    /** Beginnings of commands, as in the setting `commands.allow`. */
    commands: z
      .array(text.refine(isPlainPattern, { error: 'takes the plain words that a command begins with' }))
      .max(MOST_ITEMS)
      .exactOptional(),
    workspace: workspaceSchema.exactOptional(),
    intent: intentIdSchema.nullable().exactOptional(),
    reason: z.string().max(500).exactOptional(),
    examples: z
      .strictObject({
        fits: z.array(exampleSchema).max(MOST_ITEMS).exactOptional(),
        misses: z.array(exampleSchema).max(MOST_ITEMS).exactOptional(),
      })
      .exactOptional(),
    /** The answer that it was made from. */
    given: z.strictObject({ session: text, approval: text, at: text }).exactOptional(),
  })
  .refine(({ paths, files }) => paths === undefined || files === undefined, {
    error: 'names paths and files; take one of them',
  })
  .refine(
    ({ verdict, tools, paths, files, hosts, sources, commands }) =>
      verdict !== 'allow' ||
      [tools, paths, files, hosts, sources, commands].some((list) => (list?.length ?? 0) > 0),
    {
      error: 'allows everything; name tools, paths, files, hosts, sources or commands',
    },
  );
export type RuleWords = z.infer<typeof ruleWordsSchema>;

/** Another spelling of a folder would fit no call, and a rule that forbids would do nothing. */
function isRealName(path: string): boolean {
  return isAbsolute(path) && normalize(path) === path && (path.length === 1 || !/[/\\]$/.test(path));
}

function isPlainPattern(pattern: string): boolean {
  return readPatterns([pattern]).length === 1;
}

function staysInside(pattern: string): boolean {
  return !pattern.split('/').includes('..');
}

function isPlainPath(path: string): boolean {
  return path === '.' || path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}
