import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { allSettings, fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';
import { readJournal, verifySession, type Redactor, type Store, type StoredSession } from '@rook/engine';

import packageFile from '../../package.json' with { type: 'json' };
import type { CommandCall } from '../command.ts';
import { composeLines, type StoreComposition } from '../compose-store.ts';
import { inspectIndex, readLogTails, writeOutput } from '../compose.ts';
import { describeSetting } from './describe-setting.ts';
import type { Health } from './health.ts';

const MOST_SESSIONS = 50;
const MOST_LOGS = 5;
const MOST_LINES = 40;
const LONGEST_LINE = 1000;

/** Where a bundle lies and what is in it, for a person. */
export interface Bundle {
  readonly path: string;
  readonly bytes: number;
  readonly holds: string;
}

/**
 * Writes one readable file for the report of a bug: what was checked and what is kept, and nothing that anybody
 * said. Secrets are taken out of each value, and once more out of the whole.
 */
export async function writeBundle(
  call: CommandCall,
  composition: StoreComposition,
  checks: readonly Health[],
): Promise<Result<Bundle>> {
  const { folders } = composition;
  const { redactor } = await composeLines(call, composition);
  const report = await makeReport(call, composition, checks, redactor);
  const text = redactReport(report, redactor);
  const name = `rook-diagnose-${new Date().toISOString().slice(0, 10)}.json`;
  const path = resolve(call.surroundings.currentFolder, call.options.get('bundle') ?? name);
  const ownFolders = [folders.home, ...(folders.workspaceFolder === null ? [] : [folders.workspaceFolder])];
  const written = await writeOutput(path, chunksOf(text), { force: false, ownFolders });
  if (!written.ok) {
    return written.error.code === 'exists'
      ? fail(rookError('exists', `${path} is there already; name another file with --bundle FILE.`))
      : written;
  }
  const { settings, logs, sessions } = report;
  const lines = logs.reduce((sum, log) => sum + log.lines.length, 0);
  const holds = `versions, ${checks.length} checks, ${settings.changed.length} changed settings, ${lines} lines of ${logs.length} logs, facts about ${sessions.shown.length} sessions and nothing that was said in them`;
  return succeed({ path, bytes: Buffer.byteLength(text), holds });
}

async function* chunksOf(text: string): AsyncGenerator<Result<string>> {
  yield succeed(text);
}

async function makeReport(
  call: CommandCall,
  composition: StoreComposition,
  checks: readonly Health[],
  redactor: Redactor,
) {
  const { folders, settings, store } = composition;
  const { variables, platform, nodeVersion } = call.surroundings;
  const prefix = call.brand.environmentPrefix;
  const logs = await readLogTails(folders.home, { files: MOST_LOGS, lines: MOST_LINES });
  return {
    made: new Date().toISOString(),
    versions: { [call.brand.id]: packageFile.version, node: nodeVersion, platform },
    folders,
    checks: checks.map(({ name, state, finding, advice = null }) => {
      return { name, state, finding: withoutValue(finding), advice };
    }),
    settings: {
      changed: Object.entries(allSettings)
        .map(([name, definition]) => describeSetting(call.brand, settings, name, definition))
        .filter(({ source }) => source !== 'default')
        .map(({ name, value, source, origin }) => ({ name, value: withOrigins(value), source, origin })),
      ignored: settings.ignored,
      problems: settings.problems.map(({ severity, source, origin, message }) => {
        return { severity, source, origin, message: withoutValue(message) };
      }),
    },
    /** Names alone. */
    environment: [...variables.keys()].filter((name) => name.startsWith(prefix)).toSorted(),
    sessions: await describeSessions(store),
    index: await inspectIndex(folders.workspaceFolder ?? join(folders.home, 'sessions')),
    logs: logs.map(({ name, bytes, lines }) => {
      // A secret that is cut could no longer be told from other text.
      const shown = lines.map((line) => redactor.redactText(line).text.slice(0, LONGEST_LINE));
      return { name, bytes, lines: shown };
    }),
  };
}

/** Of the addresses of models only scheme, host and port: people put keys into paths. */
function withOrigins(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOrigins);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => {
    if (name !== 'baseUrl') return [name, withOrigins(field)] as const;
    const address = String(field);
    return [name, URL.canParse(address) ? new URL(address).origin : 'no address'] as const;
  });
  return Object.fromEntries(fields);
}

/** `mode takes one of …; "saef" is not.` quotes what somebody wrote, cut, and with it perhaps a part of a secret. */
function withoutValue(message: string): string {
  return message.replace(/;.* is not\.$/su, '; something else was given.');
}

async function describeSessions(store: Store) {
  const [listed, trash] = [await store.list(), await store.listTrash()];
  const shown: unknown[] = [];
  for (const session of listed.ok ? listed.value.slice(0, MOST_SESSIONS) : [])
    shown.push(await describeSession(store, session));
  return {
    count: listed.ok ? listed.value.length : listed.error,
    inTrash: trash.ok ? trash.value.length : trash.error,
    shown,
  };
}

async function describeSession(store: Store, { id, bytes, changed }: StoredSession) {
  const [types, verified, holder] = [
    await countTypes(store, id),
    await verifySession(store, id),
    await store.holder(id),
  ];
  return {
    id,
    bytes,
    changed: changed.toISOString(),
    inUse: holder.ok ? holder.value !== null : holder.error.code,
    entries: types.ok ? Object.fromEntries(types.value) : types.error.code,
    verified: verified.ok ? verified.value : verified.error.code,
  };
}

/** What is not known to this version is counted and not named: its name is somebody's text. */
async function countTypes(store: Store, session: SessionId): Promise<Result<ReadonlyMap<string, number>>> {
  const counts = new Map<string, number>();
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) return batch;
    for (const { read } of batch.value) {
      const type = read.kind === 'known' ? read.entry.event_type : read.kind;
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  }
  return succeed(counts);
}

/** The whole is redacted as text too; where that breaks the JSON, the text is told as one value. */
function redactReport(report: unknown, redactor: Redactor): string {
  const plain = JSON.stringify(redactor.redactValue(report).value, null, 2);
  const text = redactor.redactText(shortenHome(plain)).text;
  try {
    JSON.parse(text);
    return `${text}\n`;
  } catch {
    return `${JSON.stringify({ report: text }, null, 2)}\n`;
  }
}

function shortenHome(text: string): string {
  const home = JSON.stringify(homedir()).slice(1, -1);
  if (home.length < 2) return text;
  return text.split(home).reduce((before, after) => before + (/^[\w.-]/u.test(after) ? home : '~') + after);
}
