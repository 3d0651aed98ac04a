import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build, type Metafile } from 'esbuild';

const web = join(import.meta.dirname, '..', 'apps', 'web');
const MOST_INITIAL_BYTES = 350 * 1024;

/**
 * Bundles the page: every file has the hash of its content in its name and can be kept for ever, save the page itself,
 * which names them. Nothing is inline, because the page forbids it. Fails where what is loaded at first is too large.
 */
await rm(join(web, 'dist', 'assets'), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: web,
  entryPoints: { main: 'src/main.tsx', styles: 'src/styles.css' },
  outdir: 'dist',
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2024', 'chrome128', 'firefox128', 'safari18'],
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});

const script = findOutput(metafile, 'src/main.tsx');
const styles = findOutput(metafile, 'src/styles.css');
const page = await readFile(join(web, 'src', 'index.html'), 'utf8');
const finished = page.replace('/styles.css', toAddress(styles)).replace('/main.js', toAddress(script));
await writeFile(join(web, 'dist', 'index.html'), finished);

const initial = [...listInitial(metafile, script), styles];
const sizes = await Promise.all(
  initial.map(async (file) => gzipSync(await readFile(join(web, file))).length),
);
const total = sizes.reduce((sum, size) => sum + size, gzipSync(finished).length);
process.stdout.write(`The page loads ${(total / 1024).toFixed(1)} KB gzipped at first.\n`);
if (total > MOST_INITIAL_BYTES) {
  process.stderr.write(`That is more than ${MOST_INITIAL_BYTES / 1024} KB; load a part of it later.\n`);
  process.exitCode = 1;
}

function findOutput({ outputs }: Metafile, entry: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entry);
  if (found === undefined) throw new Error(`The bundler made nothing of ${entry}.`);
  return found[0];
}

function toAddress(output: string): string {
  return output.replace(/^dist/u, '');
}

/** The script and all that it imports before it runs; what is imported later is not waited for. */
function listInitial({ outputs }: Metafile, entry: string): Set<string> {
  const files = new Set([entry]);
  for (const file of files) {
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement') files.add(path);
  }
  return files;
}
