import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Shell, SourceLimits } from '@rook/engine';

import { openSources, type OpenedSources, type SourcesSetup } from '../src/index.ts';

const SERVER = join(import.meta.dirname, 'programs', 'notes-server.ts');

/** A user's folder with sources in it, each a file that says how its server is started. */
export interface NotesRoom {
  readonly home: string;
  /** Where the server writes down what it did. */
  readonly journal: string;
  readonly put: (name: string, config: unknown, mode?: number) => Promise<void>;
  readonly open: (enabled: readonly string[], more?: Partial<SourcesSetup>) => Promise<OpenedSources>;
  /** What the server did, a line each. */
  readonly done: () => Promise<string>;
}

export async function makeNotesRoom(shell: Shell): Promise<NotesRoom> {
  const home = await mkdtemp(join(tmpdir(), 'rook-sources-'));
  const journal = join(home, 'done.txt');
  await writeFile(journal, '');
  return {
    home,
    journal,
    put: async (name, config, mode = 0o600) => {
      const path = join(home, 'sources', name, 'config.json');
      await mkdir(join(home, 'sources', name), { recursive: true });
      await writeFile(path, typeof config === 'string' ? config : JSON.stringify(config));
      await chmod(path, mode);
    },
    open: async (enabled, more = {}) =>
      openSources({
        home,
        enabled,
        shell,
        variables: new Map([['PATH', process.env['PATH'] ?? '']]),
        workspace: null,
        ...more,
      }),
    done: async () => readFile(journal, 'utf8'),
  };
}

/** How the server for tests is started; it writes down what it does where a file is named. */
export function notesConfig(word: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  return { command: process.execPath, args: [SERVER, ...(word === '' ? [] : [word])], ...more };
}

export function limits(some: Partial<SourceLimits> = {}): SourceLimits {
  const { signal } = new AbortController();
  return { signal, timeoutMilliseconds: 60_000, maxCharacters: 100_000, ...some };
}
