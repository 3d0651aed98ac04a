import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { medianOf, type Measurement } from './measurement.ts';

const ROUNDS = 21;

/** What the extension for VS Code costs when it is started: its entry is loaded and registers, and loads nothing else. */
export function measureActivation(): Measurement[] {
  const folder = mkdtempSync(join(tmpdir(), 'rook-activation-'));
  try {
    layOut(folder);
    const [empty, extension]: [number[], number[]] = [[], []];
    // They take turns, and the first rounds warm the caches.
    for (let round = -3; round < ROUNDS; round += 1) {
      const times = ['empty/main.js', 'rook/main.js'].map((entry) => activate(folder, entry));
      if (round < 0) continue;
      empty.push(times[0] ?? Number.NaN);
      extension.push(times[1] ?? Number.NaN);
    }
    return [
      {
        name: 'start of the extension for VS Code (at most 100 ms are asked for)',
        reference: 'an extension that does nothing',
        unit: 'ms',
        measured: medianOf(extension),
        against: medianOf(empty),
        limit: 3,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The built extension beside an empty one, below an editor in which everything is there and does nothing. */
function layOut(folder: string): void {
  const built = join(import.meta.dirname, '..', 'apps', 'vscode', 'dist', 'rook');
  cpSync(built, join(folder, 'rook'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'empty', 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(folder, 'empty', 'main.js'),
    "import * as vscode from 'vscode';\nexport const activate = () => vscode;\n",
  );
  const editor = join(folder, 'node_modules', 'vscode');
  mkdirSync(editor, { recursive: true });
  writeFileSync(join(editor, 'package.json'), '{"type":"module","main":"index.js"}');
  writeFileSync(join(editor, 'index.js'), EDITOR);
  writeFileSync(join(folder, 'activate.mjs'), ACTIVATE);
}

const NAMES = ['chat', 'lm', 'window', 'commands', 'workspace', 'extensions', 'languages', 'env', 'Uri'];

const EDITOR = `const all = new Proxy(function () {}, {
  get: (_target, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => '' : all),
  apply: () => all,
  construct: () => all,
});
export { ${NAMES.map((name) => `all as ${name}`).join(', ')} };
`;

const ACTIVATE = `const start = performance.now();
const { activate } = await import(process.argv[2]);
activate({ subscriptions: [], extensionUri: null, extensionPath: '', workspaceState: null });
process.stdout.write(String(performance.now() - start));
process.exit(0);
`;

function activate(folder: string, entry: string): number {
  const words = [join(folder, 'activate.mjs'), join(folder, entry)];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The extension could not be started: ${stderr}`);
  return Number(stdout);
}
