import { rook, type Result, type SessionId } from '@rook/contract';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { splitLines } from '../ports/fakes/split-lines.ts';
import type { Line, Store } from '../ports/store.ts';
import { exportSession, type ExportSetup, type SessionExport } from './export-session.ts';
import { importSession, type ImportedSession } from './import-session.ts';
import { createRedactor } from './redact-secrets.ts';
import { must, session } from './test-journal.ts';

const plainRedactor = createRedactor({ secrets: [] });

/** What the tests of exports and imports use: an export as one text, and an import from one. */
export async function exportText(
  store: Store,
  overrides: Partial<ExportSetup> = {},
): Promise<{ readonly text: string; readonly exported: SessionExport }> {
  const exported = must(
    await exportSession({
      store,
      session,
      redactor: plainRedactor,
      format: 'rook',
      withFiles: false,
      now: new Date(Date.UTC(2026, 10, 16, 8)),
      product: { name: 'Rook', version: '0.1.0' },
      ...overrides,
    }),
  );
  let text = '';
  for await (const chunk of exported.chunks) text += must(chunk);
  return { text, exported };
}

export async function importText(
  store: Store,
  text: string | Uint8Array,
  secrets: readonly string[] = [],
  /** What is read the second time. */
  then = text,
): Promise<Result<ImportedSession>> {
  let next = text;
  return importSession({
    store,
    clock: createFakeClock(new Date(Date.UTC(2026, 10, 17))),
    brand: rook,
    lines: {
      workspace: { name: 'here', uri: 'file:///here', trusted: true },
      mode: { agent_mode: null, safety: 'safe' },
      redactor: secrets.length === 0 ? plainRedactor : createRedactor({ secrets }),
    },
    read: async function* (): AsyncGenerator<Result<readonly Line[]>> {
      const bytes = typeof next === 'string' ? new TextEncoder().encode(next) : next;
      next = then;
      yield { ok: true, value: splitLines(bytes) };
    },
  });
}

export async function sessionIds(store: Store): Promise<readonly SessionId[]> {
  return must(await store.list()).map(({ id }) => id);
}

/** The fields of each line of JSON. */
export function fieldsOfLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
    });
}
