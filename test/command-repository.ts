import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeCommandRoom, type CommandRoom } from './command-room.ts';

const FOLDER = join(import.meta.dirname, '..', 'packages', 'engine', 'test', 'commands');

type Corpus = 'ordinary' | 'ordinary-own' | 'techniques';

/** The commands of a corpus. */
export function commandsOf(corpus: Corpus): readonly string[] {
  return linesOf(corpus).map(({ command }) => command);
}

/** The commands of a corpus, each with the patterns of the user that it is judged with. */
export function linesOf(
  corpus: Corpus,
): readonly { readonly command: string; readonly allow: readonly string[] }[] {
  return readFileSync(join(FOLDER, `${corpus}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const value: unknown = JSON.parse(line);
      if (typeof value !== 'object' || value === null || !('command' in value)) return [];
      const allow = 'allow' in value && Array.isArray(value.allow) ? value.allow.map(String) : [];
      return [{ command: String(value.command), allow }];
    });
}

const TRACKED = `package.json tsconfig.json Makefile Cargo.toml go.mod main.go setup.py requirements.txt README.md index.html script.py app.py
  src/index.ts src/a.ts src/b.ts src/a.test.ts src/app.css src/main.rs src/components/App.tsx src/utils/format.ts tests/test_a.py
  tests/test_api.py docs/guide.md docs/api.md scripts/build.js tools/gen.py packages/a/package.json packages/a/src/index.ts cmd/app/main.go
  pkg/x/x.go pkg/x/x_test.go .github/workflows/ci.yml .env.example .eslintrc.json AGENTS.md public/logo.svg config/default.json`;

/** As they are found: with a history, what was installed and built, a file with keys that git ignores, and what Rook keeps. */
export function makeRepository(more: readonly string[] = []): CommandRoom {
  const room = makeCommandRoom('ask', more);
  room.git('init', '-q');
  for (const path of TRACKED.split(/\s+/u)) room.put(path, `// TODO ${path}\n`);
  room.put('.gitignore', 'node_modules\ndist\n*.log\n.env\n.rook\ntarget\n.venv\n');
  room.git('add', '-A');
  room.git('commit', '-qm', 'first');
  room.git('branch', 'feature');
  room.put('src/a.ts', 'changed\n');
  for (let count = 0; count < 300; count += 1) room.put(`node_modules/p${count}/index.js`);
  for (const path of ['dist/index.js', 'build.log', 'logs/a.txt', 'target/debug/app', '.venv/bin/python'])
    room.put(path);
  room.put('.env', 'KEY=none\n');
  room.put('.rook/chats/2026-11-18/session.jsonl', '{}\n');
  return room;
}
