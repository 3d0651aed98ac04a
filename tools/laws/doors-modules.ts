import { isBuiltin } from 'node:module';

import { isShell, keepsSecrets, opensDatabases, opensSockets, writesFiles } from './doors-places.ts';
import { explainLoader, LOADERS } from './loaders.ts';
import { splitSpecifier } from './resolve-import.ts';
import type { SourceImport } from './source-imports.ts';

/** Says why a package may not name a module, or nothing if it may. */
export function judgeModule(folder: string, imported: SourceImport): string | undefined {
  const { specifier } = imported;
  // The form `import x = require()` is a way around and is reported as one.
  if (imported.form === 'require') return undefined;
  const isNode = isBuiltin(specifier);
  if (isNode && !specifier.startsWith('node:'))
    return `"${specifier}" hides that it is Node's; write "node:${specifier}".`;
  const allowed = isNode ? FEW_BUILTINS.get(folder) : undefined;
  if (allowed !== undefined && !allowed.includes(specifier)) {
    const instead = allowed.length === 0 ? 'no module of Node' : `of Node only ${allowed.join(' and ')}`;
    return `${folder} may import ${instead}; reach ${specifier} through a port.`;
  }
  if (FILE_SYSTEM.has(specifier)) return judgeFileSystem(folder, imported);
  const door = findDoor(specifier);
  if (door !== undefined && !door.opens(folder)) return `"${specifier}" ${door.sentence}`;
  if (isNode && door === undefined && !isHarmless(folder, specifier)) {
    return `"${specifier}" is not among the modules of Node that ${folder} may import; use one that tools/laws/doors-modules.ts names, or a port.`;
  }
  const loader = imported.values.find((name) => LOADERS.has(name));
  return loader === undefined ? undefined : explainLoader(loader);
}

/** Modules that only some packages may use; handing one on would let the others in. */
export function isDangerous(specifier: string): boolean {
  return isFileSystem(specifier) || findDoor(specifier) !== undefined;
}

export function isFileSystem(specifier: string): boolean {
  return FILE_SYSTEM.has(specifier);
}

const FILE_SYSTEM: ReadonlySet<string> = new Set(['node:fs', 'node:fs/promises']);

/** Rooms that may use few of Node's modules or none, whatever the doors say. */
const FEW_BUILTINS: ReadonlyMap<string, readonly string[]> = new Map([
  ['packages/contract', []],
  ['packages/client', []],
  ['packages/ui', []],
  ['packages/engine', ['node:crypto', 'node:path']],
]);

/** Modules of Node, with what lies below them, that can neither write, start, send nor load anything. */
const HARMLESS: ReadonlySet<string> = new Set([
  'node:path',
  'node:os',
  'node:url',
  'node:util',
  'node:crypto',
  'node:events',
  'node:stream',
  'node:buffer',
  'node:zlib',
  'node:timers',
  'node:string_decoder',
  'node:perf_hooks',
  'node:async_hooks',
]);

function isHarmless(folder: string, specifier: string): boolean {
  const { name } = splitSpecifier(specifier);
  return HARMLESS.has(name) || (name === 'node:readline' && folder.startsWith('apps/'));
}

interface Door {
  readonly modules: readonly string[];
  readonly opens: (folder: string) => boolean;
  readonly sentence: string;
}

const DOORS: readonly Door[] = [
  {
    modules: ['vscode'],
    opens: (folder) => folder === 'apps/vscode' || /^packages\/adapters\/[a-z]+-vscode$/u.test(folder),
    sentence:
      'may be imported only in apps/vscode and the adapters *-vscode; reach the editor through a port.',
  },
  {
    modules: ['electron'],
    opens: (folder) => folder === 'apps/desktop',
    sentence: 'may be imported only in apps/desktop; keep the code free of the desktop shell.',
  },
  {
    modules: [
      'node:child_process',
      'execa',
      'cross-spawn',
      'node-pty',
      '@lydell/node-pty',
      '@modelcontextprotocol/client/stdio',
    ],
    opens: isShell,
    sentence: 'starts processes, which only the adapters shell-* may do; use the shell port.',
  },
  {
    modules: [
      'node:net',
      'node:http',
      'node:https',
      'node:http2',
      'node:tls',
      'node:dgram',
      'node:dns',
      'ws',
      'undici',
      '@hono/node-server',
      'axios',
      'got',
      'ky',
      'node-fetch',
      'eventsource',
      '@modelcontextprotocol/client',
    ],
    opens: opensSockets,
    sentence: 'opens sockets, which only adapters and apps/server may do; use a port or the client.',
  },
  {
    modules: ['fs-extra', 'graceful-fs', 'write-file-atomic'],
    opens: writesFiles,
    sentence:
      'writes files, which only the adapters workspace-*, store-* and secrets-* may do; use their port.',
  },
  {
    modules: ['node:sqlite', 'better-sqlite3'],
    opens: opensDatabases,
    sentence:
      'opens a database, which only the adapters store-*, knowledge-* and queue-* may do; use their port.',
  },
  {
    modules: ['@napi-rs/keyring', 'keytar'],
    opens: keepsSecrets,
    sentence: 'opens the keychain, which only the adapters secrets-* may do; use the secrets port.',
  },
  {
    modules: ['node:module', 'node:vm', 'node:repl', 'node:worker_threads', 'node:cluster', 'node:wasi'],
    opens: () => false,
    sentence: 'loads code that no law can read; import what you need by its name.',
  },
];

function findDoor(specifier: string): Door | undefined {
  const { name } = splitSpecifier(specifier);
  // A part of a package may be more dangerous than the rest of it.
  return (
    DOORS.find(({ modules }) => modules.includes(specifier)) ??
    DOORS.find(({ modules }) => modules.includes(name))
  );
}

const READING: ReadonlySet<string> = new Set([
  'readFile',
  'readFileSync',
  'stat',
  'statSync',
  'lstat',
  'lstatSync',
  'readdir',
  'readdirSync',
  'realpath',
  'realpathSync',
  'readlinkSync',
  'access',
  'accessSync',
  'existsSync',
  'createReadStream',
  'constants',
]);

function judgeFileSystem(folder: string, { specifier, form, values }: SourceImport): string | undefined {
  if (writesFiles(folder)) return undefined;
  const doors = 'only the adapters workspace-*, store-* and secrets-* may write files';
  if (form === 'export' && values.length > 0) {
    return `Handing on "${specifier}" hides who uses it, and ${doors}; import the reading functions where they are used.`;
  }
  if (values.includes('*') || values.includes('default')) {
    return `Importing the whole of "${specifier}" hides writing, and ${doors}; import reading functions by name.`;
  }
  const writing = values.find((name) => !READING.has(name));
  if (writing === undefined) return undefined;
  return `${writing} of "${specifier}" is no reading function, and ${doors}; use their port.`;
}
