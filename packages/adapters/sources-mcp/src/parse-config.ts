import { isAbsolute } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

/** What the user wrote down about a source, in `config.json` of its folder. */
export interface SourceConfig {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  /** Variables of the user that the server gets, by name; every other one is kept from it. */
  readonly passEnv: readonly string[];
  /** Where the server runs; left out: in the folder of the source. */
  readonly cwd?: string;
  readonly trusted: boolean;
  readonly tools: ReadonlyMap<string, 'read' | 'destructive' | 'off'>;
}

const text = z
  .string()
  .max(8192)
  .refine((value) => !value.includes('\0'), 'it must not hold a NUL character');

const variable = text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'it must be the name of a variable');

/** A path in a workspace could bring the program along; a name is looked for in PATH. */
const command = text
  .min(1)
  .refine(
    (value) => isAbsolute(value) || !/[/\\]/.test(value),
    'it must be an absolute path or the name of a program in PATH',
  );

const configSchema = z.strictObject({
  transport: z.literal('stdio', 'only stdio can be spoken yet').exactOptional(),
  command,
  args: z.array(text).max(200).exactOptional(),
  env: z.record(variable, text).exactOptional(),
  passEnv: z.array(variable).max(200).exactOptional(),
  cwd: text
    .refine(
      (value) => value === 'workspace' || isAbsolute(value),
      'it must be "workspace" or an absolute path',
    )
    .exactOptional(),
  trusted: z.boolean().exactOptional(),
  tools: z.record(text.min(1), z.enum(['read', 'destructive', 'off'])).exactOptional(),
});

export function parseConfig(path: string, content: string): Result<SourceConfig> {
  const read = readJson(content.replace(/^\uFEFF/, ''));
  if (!read.ok) return fail(rookError('settings_malformed', `${path} is no JSON: ${read.error}.`));
  const parsed = configSchema.safeParse(read.value);
  if (!parsed.success) {
    const said = parsed.error.issues
      .slice(0, 5)
      .map(({ path: at, message }) =>
        at.length === 0 ? message : `${at.map(String).join('.')}: ${message}`,
      );
    return fail(rookError('settings_malformed', `${path} is not valid: ${said.join('; ')}.`));
  }
  const { command: file, args = [], env = {}, passEnv = [], cwd, trusted = false, tools = {} } = parsed.data;
  return succeed({
    command: file,
    args,
    env: new Map(Object.entries(env)),
    passEnv,
    ...(cwd === undefined ? {} : { cwd }),
    trusted,
    tools: new Map(Object.entries(tools)),
  });
}

function readJson(content: string): Result<unknown, string> {
  try {
    return succeed(JSON.parse(content));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
