import { sessionIdSchema, type About, type SessionItem } from '@rook/contract';

const HOUR = 3_600_000;

const SAMPLES = [
  ['Add type hints to all functions', 0.2, 12, 0.14, { waits: true }],
  ['Fix the login that fails after a restart', 0.6, 4, 0.06, { isRunning: true }],
  ['Why does the build take four minutes?', 1.4, 7, 0.31, {}],
  ['Rename Account to Member everywhere, in the code, in the tests and in the documents', 26, 31, 1.82, {}],
  ['Write the notes for the release', 30, 3, null, { heldBy: 'cli' }],
  ['A parser for the old format', 24 * 9, 58, 4.02, { labels: ['later'], status: 'paused' }],
  ['Find what leaks', 24 * 40, 9, 0.4, {}],
  ['An old question', 24 * 60, 2, 0.01, { archived: true }],
] as const;

/** Sessions of today, of yesterday and of earlier, in every state that a list can show. */
export function sampleSessions(now: number): readonly SessionItem[] {
  return SAMPLES.map(([title, hours, turns, costUsd, further], index): SessionItem => {
    const updated = new Date(now - hours * HOUR).toISOString();
    const item = {
      id: sessionIdSchema.parse(`rook-20261116-${String(index + 1).padStart(8, '0')}`),
      title,
      created: updated,
      updated,
      turns,
      costUsd,
      archived: false,
      status: null,
      waits: false,
      isRunning: false,
      heldBy: null,
      labels: [],
    };
    return Object.assign(item, structuredClone(further));
  });
}

export const sampleAbout: About = {
  product: 'Rook',
  version: '0.1.0',
  workspace: { name: 'garden', path: 'garden' },
  isGoverned: true,
  connection: { name: 'work', provider: 'anthropic', model: 'claude-opus-4-6' },
  models: ['claude-opus-4-6', 'claude-haiku-4-5'],
  mode: 'ask',
  spend: { dayUsd: 1.6, dayLimitUsd: 5, sessionLimitUsd: null },
  offers: { statuses: ['open', 'in_progress', 'needs_review', 'done'], labels: ['later'] },
  problems: [],
  isTour: false,
};

export const samplePaths = [
  'README.md',
  'package.json',
  'src/greet.ts',
  'src/greet.test.ts',
  'src/login/check-password.ts',
  'src/login/login-page.tsx',
  'src/parser/parse-old-format.ts',
  'docs/release-notes.md',
] as const;
