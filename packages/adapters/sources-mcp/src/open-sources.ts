import { lstat, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import type { Shell, Source } from '@rook/engine';

import { createMcpSource } from './create-mcp-source.ts';
import { parseConfig, type SourceConfig } from './parse-config.ts';
import { serverEnvironment } from './server-environment.ts';

export interface SourcesSetup {
  /** The user's own folder of Rook; each source has a folder in `sources` there. */
  readonly home: string;
  /** The names of the sources that are wanted. */
  readonly enabled: readonly string[];
  /** Starts the servers. */
  readonly shell: Pick<Shell, 'open'>;
  /** The user's variables; a server gets few of them. */
  readonly variables: ReadonlyMap<string, string>;
  /** The root of the workspace; null where there is none. */
  readonly workspace: string | null;
}

export interface OpenedSources {
  readonly sources: readonly Source[];
  /** Sources that cannot be used, and why; the others can. */
  readonly problems: readonly { readonly source: string; readonly error: RookError }[];
  /** What the servers are given of keys and the like; no line may ever show one. */
  readonly secrets: readonly string[];
  /** Ends every server. */
  readonly close: () => Promise<void>;
}

/** The sources that the user enabled. Their files are read; no server is started before it is needed. */
export async function openSources(setup: SourcesSetup): Promise<OpenedSources> {
  const names = [...new Set(setup.enabled)];
  const opened = await Promise.all(
    names.map(async (name) => ({ name, source: await openSource(setup, name) })),
  );
  const sources = opened.flatMap(({ source }) => (source.ok ? [source.value.source] : []));
  return {
    sources,
    secrets: opened.flatMap(({ source }) => (source.ok ? source.value.secrets : [])),
    problems: opened.flatMap(({ name, source }) =>
      source.ok ? [] : [{ source: name, error: source.error }],
    ),
    close: async () => {
      await Promise.all(sources.map(async (source) => source.close()));
    },
  };
}

/** Shorter values, such as a number or a flag, stand in too many lines to be taken out. */
const LEAST_SECRET = 8;

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

async function openSource(
  setup: SourcesSetup,
  name: string,
): Promise<Result<{ readonly source: Source; readonly secrets: readonly string[] }>> {
  if (!NAME.test(name)) {
    const sentence = `${JSON.stringify(name)} is no name of a source; it has small letters, digits and dashes.`;
    return fail(rookError('invalid_value', sentence));
  }
  const folder = join(setup.home, 'sources', name);
  const config = await readConfig(join(folder, 'config.json'));
  if (!config.ok) return config;
  const cwd = findFolder(setup, name, config.value, folder);
  if (!cwd.ok) return cwd;
  const { command, args, trusted, tools, passEnv } = config.value;
  const env = serverEnvironment(config.value, setup.variables);
  const source = createMcpSource({
    name,
    trusted,
    overrides: tools,
    shell: setup.shell,
    program: { file: command, args, cwd: cwd.value, env },
    workspace: setup.workspace,
  });
  const given = new Set([...config.value.env.keys(), ...passEnv]);
  const secrets = [...env].flatMap(([key, value]) =>
    given.has(key) && value.length >= LEAST_SECRET ? [value] : [],
  );
  return succeed({ source, secrets });
}

/** In the workspace only if the user says so: there, many programs load what lies beside them. */
function findFolder(
  { workspace }: SourcesSetup,
  name: string,
  { cwd }: SourceConfig,
  folder: string,
): Result<string> {
  if (cwd !== 'workspace') return succeed(cwd ?? folder);
  if (workspace !== null) return succeed(workspace);
  return fail(rookError('no_workspace', `The source ${name} runs in the workspace, and there is none here.`));
}

const MOST_BYTES = 1_000_000;

/** The file says which program is started, so nobody else may have written it. */
async function readConfig(path: string): Promise<Result<SourceConfig>> {
  try {
    const found = await lstat(path);
    if (!found.isFile()) return fail(rookError('not_readable', `${path} is no plain file; write it anew.`));
    if (found.size > MOST_BYTES)
      return fail(rookError('too_large', `${path} has more than ${MOST_BYTES} bytes; make it smaller.`));
    const isForeign = found.uid !== userInfo().uid || (found.mode & 0o022) !== 0;
    if (process.platform !== 'win32' && isForeign) {
      const sentence = `${path} can be changed by other users, so no program is started by it; \`chmod 600\` it and look at what it says.`;
      return fail(rookError('unsafe_folder', sentence));
    }
    return parseConfig(path, await readFile(path, 'utf8'));
  } catch (error) {
    return fail(explainUnread(path, error));
  }
}

function explainUnread(path: string, error: unknown): RookError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'for an unknown reason';
  return code === 'ENOENT'
    ? rookError('not_found', `There is no ${path}; write it, or take the source out of sources.enabled.`)
    : rookError('not_readable', `${path} cannot be read (${code}).`);
}
