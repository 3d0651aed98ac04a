import { isBuiltin } from 'node:module';
import path from 'node:path';

import { build, type BuildFailure, type Plugin } from 'esbuild';

import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';
import { resolveImport } from './resolve-import.ts';
import type { WorkspacePackage } from './workspace-packages.ts';

/**
 * What a browser would load of contract, client and ui holds nothing of the engine, the adapters, the apps or Node.
 * The bundler follows what the import laws cannot see: npm packages and style sheets.
 */
export async function checkBundles(repository: Repository): Promise<Violation[]> {
  const browserRooms = repository.packages.filter(({ room }) => ['contract', 'client', 'ui'].includes(room));
  const found = await Promise.all(browserRooms.map((room) => bundlePackage(repository, room)));
  return found.flat();
}

async function bundlePackage(repository: Repository, room: WorkspacePackage): Promise<Violation[]> {
  const entryPoints = [...room.exports.values()].filter((target) => !target.includes('*'));
  if (entryPoints.length === 0) return [];
  const found: Violation[] = [];
  const refuse = (message: string, file = `${room.folder}/package.json`, line = 1): number =>
    found.push({
      law: 'bundles',
      path: file,
      line,
      message: `The browser bundle of ${room.name} ${message}`,
    });
  const builtins: string[] = [];
  try {
    const { metafile } = await build({
      absWorkingDir: repository.root,
      entryPoints,
      bundle: true,
      format: 'esm',
      platform: 'browser',
      jsx: 'automatic',
      write: false,
      metafile: true,
      logLevel: 'silent',
      outdir: 'bundle',
      plugins: [resolveWorkspace(repository), collectBuiltins(repository.root, builtins)],
    });
    for (const input of Object.keys(metafile.inputs).filter((file) => INSIDE.test(file))) {
      refuse(`contains ${input}; cut the import that leads there.`);
    }
  } catch (error) {
    for (const { file, line, text } of readFailures(error))
      refuse(`fails (${text}); make it bundle.`, file, line);
  }
  if (builtins.length > 0) {
    refuse(
      `has imports of Node: ${builtins.toSorted().slice(0, SHOWN).join(', ')}; use what browsers have too.`,
    );
  }
  return found;
}

const SHOWN = 3;

const INSIDE = /^(?:packages\/(?:engine|adapters)|apps)\//u;

/** Workspace names lead into this root, not to wherever node_modules happens to link them. */
function resolveWorkspace(repository: Repository): Plugin {
  return {
    name: 'workspace',
    setup(bundler) {
      bundler.onResolve({ filter: /^@rook\// }, ({ path: specifier }) => {
        const target = resolveImport(repository, '', specifier);
        return target === undefined ? undefined : { path: path.join(repository.root, target) };
      });
    },
  };
}

function collectBuiltins(root: string, builtins: string[]): Plugin {
  return {
    name: 'builtins',
    setup(bundler) {
      bundler.onResolve({ filter: /^[a-z]/ }, ({ path: specifier, importer }) => {
        if (!isBuiltin(specifier)) return undefined;
        const file = path.relative(root, importer).replaceAll('\\', '/');
        builtins.push(`${file.replace(/^.*node_modules\//u, '')} → ${specifier}`);
        return { path: specifier, external: true };
      });
    },
  };
}

interface Failure {
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly text: string;
}

function readFailures(error: unknown): Failure[] {
  if (!isBuildFailure(error)) return [{ file: undefined, line: undefined, text: String(error) }];
  return error.errors.map(({ text, location }) => ({ text, file: location?.file, line: location?.line }));
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return (
    error instanceof Error && 'errors' in error && Array.isArray(error.errors) && error.errors.length > 0
  );
}
