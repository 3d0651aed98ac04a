import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ck3raven, rook, type Brand } from '@rook/contract';
import { build } from 'esbuild';

import { makeManifest } from '../apps/vscode/src/make-manifest.ts';
import { makeReadme } from '../apps/vscode/src/make-readme.ts';
import { buildPage } from './build-page.ts';

const root = join(import.meta.dirname, '..');
const app = join(root, 'apps', 'vscode');

const RESOLVE_BESIDE =
  "const resolveBeside = (name) => new URL(`${import.meta.url.includes('/chunks/') ? '..' : '.'}/beside/${name}`, import.meta.url).href;";

/** What is found beside the bundle when it runs: grammars, and what reads them. */
const BESIDE = [
  ['@vscode/tree-sitter-wasm', ['package.json', 'wasm']],
  ['web-tree-sitter', ['package.json', 'web-tree-sitter.wasm']],
] as const;

/** No source, and not the reader of grammars that comes with them: there is one of its own. */
const LEFT_OUT = /\.(?:js|d\.ts|map)$|[\\/]tree-sitter\.wasm$/u;

/**
 * Makes the folder of the extension for each brand, as it is installed. The page of the workbench is made here and not taken
 * from where `rook open` finds it: that one may be in the making at the same time, and has more in it than a package may hold.
 */
const page = join(app, 'dist', 'page');
await rm(page, { recursive: true, force: true });
await buildPage({ folder: page, isSmall: true });
for (const brand of [rook, ck3raven]) await buildExtension(brand);

async function buildExtension(brand: Brand): Promise<void> {
  const folder = join(app, 'dist', brand.id);
  const { version, license } = readFacts(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build({
    absWorkingDir: app,
    entryPoints: ['src/main.ts'],
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    alias: { yaml: join(root, 'node_modules', 'yaml', 'browser', 'index.js') },
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    external: ['vscode'],
    // What a package would be asked for where it is installed lies in a folder beside the bundle.
    define: {
      BUILT_BRAND: JSON.stringify(brand),
      BUILT_VERSION: JSON.stringify(version),
      'import.meta.resolve': 'resolveBeside',
      // The editor complains about who asks whether there is one.
      navigator: 'undefined',
    },
    banner: { js: RESOLVE_BESIDE },
  });
  const manifest = makeManifest(brand, { version, license });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // The picture shows the brand by its name.
  const picture = brand.id === rook.id ? join(root, 'docs', 'images', 'vscode-chat.png') : null;
  await writeFile(join(folder, 'README.md'), makeReadme(brand, picture !== null));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await mkdir(join(folder, 'media'), { recursive: true });
  await cp(join(app, brand.participant.icon), join(folder, brand.participant.icon));
  if (picture !== null) await cp(picture, join(folder, 'media', 'chat.png'));
  await cp(page, join(folder, 'page'), { recursive: true });
  for (const [name, files] of BESIDE) {
    for (const file of files) {
      const from = join(root, 'node_modules', name, file);
      await cp(from, join(folder, 'beside', name, file), {
        recursive: true,
        filter: (path) => !LEFT_OUT.test(path),
      });
    }
  }
}

function readFacts(file: unknown): { readonly version: string; readonly license: string } {
  const fields = new Map(Object.entries(typeof file === 'object' && file !== null ? file : {}));
  return { version: String(fields.get('version')), license: String(fields.get('license')) };
}
