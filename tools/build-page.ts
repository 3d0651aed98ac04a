import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { build, type Metafile, type Plugin } from 'esbuild';

const web = join(import.meta.dirname, '..', 'apps', 'web');

interface PageWish {
  /** Where it goes; nothing else may lie there. */
  readonly folder: string;
  /** Leaves out what is large and seldom wanted; a diagram that needs it is shown as it was written. */
  readonly isSmall: boolean;
}

interface BuiltPage {
  /** What is loaded before anything is seen, without the page itself. */
  readonly initial: readonly string[];
  readonly page: string;
}

/**
 * Bundles the page: every file has the hash of its content in its name and can be kept for ever, save the page itself,
 * which names them. Nothing is inline, because the page forbids it.
 */
export async function buildPage({ folder, isSmall }: PageWish): Promise<BuiltPage> {
  await rm(join(folder, 'assets'), { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: web,
    entryPoints: { main: 'src/main.tsx', styles: 'src/styles.css' },
    outdir: folder,
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
    plugins: isSmall ? [withoutLargeLayout] : [],
  });
  const toAddress = (output: string) => `/${relative(folder, join(web, output)).replaceAll('\\', '/')}`;
  const script = findOutput(metafile, 'src/main.tsx');
  const styles = findOutput(metafile, 'src/styles.css');
  const source = await readFile(join(web, 'src', 'index.html'), 'utf8');
  const page = source.replace('/styles.css', toAddress(styles)).replace('/main.js', toAddress(script));
  await writeFile(join(folder, 'index.html'), page);
  return { page, initial: [...listInitial(metafile, script), styles].map((file) => join(web, file)) };
}

/** A layout for diagrams that is a fifth of the whole page, which few diagrams name. */
const withoutLargeLayout: Plugin = {
  name: 'without-large-layout',
  setup: (bundle) => {
    bundle.onLoad({ filter: /[\\/]mermaid[\\/]dist[\\/].*[\\/]elk-[A-Z0-9]+\.mjs$/ }, () => ({
      contents: "throw new Error('This layout is not here.'); export const render = undefined;",
    }));
  },
};

function findOutput({ outputs }: Metafile, entry: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entry);
  if (found === undefined) throw new Error(`The bundler made nothing of ${entry}.`);
  return found[0];
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
