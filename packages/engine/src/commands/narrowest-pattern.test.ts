import { expect, it } from 'vitest';

import { heedChanges } from './heed-changes.ts';
import { judgeCommand } from './judge-command.ts';
import { suggestPattern } from './narrowest-pattern.ts';
import { testPolicy } from './test-policy.ts';

const policy = testPolicy();

const CASES: readonly (readonly [string, readonly string[] | null])[] = [
  ['make build -j4', ['make build']],
  ['git push origin main', ['git push']],
  ['node tools/a.js --flag', ['node tools/a.js']],
  ['docker compose up -d', ['docker compose up']],
  ['jq . a.json', ['jq . a.json']],
  ['tail -f log.txt', ['tail -f log.txt']],
  ['git add . && git commit -m x', ['git add', 'git commit']],
  ['wc -l a.txt | head -1', ['wc -l a.txt']],
  ['npx eslint src', ['npx eslint src']],
  ['make', ['make']],
  ['poetry run pytest -q', ['poetry run pytest']],
  ['uv run python tools/a.py --x', ['uv run python tools/a.py']],
  ['pnpm exec vitest run', ['pnpm exec vitest run']],
  ['conda run -n x python a.py', ['conda run -n x python a.py']],
  ['docker exec web ls', ['docker exec web ls']],
  ['gh api repos/a/b', ['gh api repos/a/b']],
  ['gh pr list --limit 5', ['gh pr list']],
  ['npm config get registry', ['npm config get']],
  ['vercel env ls', ['vercel env ls']],
  ['gcloud compute instances list --limit 5', ['gcloud compute instances list']],
  ['az network vnet list', ['az network vnet list']],
  ['ruff check .', ['ruff check']],
  ['cargo install ripgrep', ['cargo install ripgrep']],
  // It is on the list.
  ['ls', null],
  // No pattern helps.
  ['rm a', null],
  ['poetry run rm a', null],
  ['pnpm exec sudo x', null],
  ['make build > /etc/x', null],
  ['make $x', null],
  ['make &', null],
  ['cd src', null],
  ['ls\u202E', null],
];

it.each(CASES)('G-05 offers for %s the narrowest pattern with which it runs', (text, patterns) => {
  const suggested = suggestPattern(text, policy);
  expect(suggested?.patterns ?? null).toEqual(patterns);
  if (suggested === null) return;
  const wider = testPolicy(suggested.patterns);
  expect(judgeCommand(text, wider).verdict).toBe('allow');
  for (const example of suggested.examples)
    expect([example, judgeCommand(example, wider).verdict]).toEqual([example, 'allow']);
});

it('G-05 shows what else a pattern would allow', () => {
  expect(suggestPattern('make build -j4', policy)?.examples).toEqual([
    'make build',
    'make build all',
    'make build src/a.txt',
  ]);
});

it('G-06 asks about code of the workspace where the assistant changed a file, unless a sandbox confines it', () => {
  const changed = { changedSinceApproval: true, isConfined: false };
  const say = (text: string, facts = changed) => heedChanges(judgeCommand(text, policy), facts).verdict;
  expect(say('npm test')).toBe('ask');
  expect(say('ls')).toBe('allow');
  expect(say('npm test', { ...changed, isConfined: true })).toBe('allow');
  expect(say('npm test', { ...changed, changedSinceApproval: false })).toBe('allow');
  expect(say('npm test\u202E')).toBe('refuse');
});

it.each([
  ['make build', true],
  ['./build.sh', true],
  ['jq . a.json', true],
  ['make build && ls', true],
  ['timeout 5 make build', true],
  ['timeout 5 ls', false],
  ['ls', false],
  ['git push', false],
])(
  'G-06 %s counts as code of the workspace, where only the list of the user names its program: %s',
  (text, runs) => {
    const own = testPolicy(['make build', './build.sh', 'jq', 'timeout']);
    expect(judgeCommand(text, own).runsWorkspaceCode).toBe(runs);
  },
);
