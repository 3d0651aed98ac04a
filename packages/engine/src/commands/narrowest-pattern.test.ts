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
  // What stands behind them would say what is done.
  ['make', ['make $']],
  ['make -j4', ['make -j4 $']],
  ['make -C native', ['make -C native $']],
  ['yarn', ['yarn $']],
  ['yarn --cwd app', ['yarn --cwd app $']],
  ['./build.sh', ['./build.sh $']],
  ['poetry run make', ['poetry run make $']],
  ['gradle --info', ['gradle --info $']],
  ['pytest', ['pytest']],
  ['yarn workspace a build', ['yarn workspace a build']],
  ['yarn workspace a run build --x', ['yarn workspace a run build']],
  ['nx run app:build', ['nx run app:build']],
  ['kubectl -n prod get pods', ['kubectl -n prod get pods']],
  ['kubectl -nprod get pods -o wide', ['kubectl -nprod get pods']],
  ['kubectl --namespace=prod get -A pods', ['kubectl --namespace=prod get -A pods']],
  ['kubectl --unknown prod get pods', ['kubectl --unknown prod get pods $']],
  ['kubectl -n prod', ['kubectl -n prod $']],
  ['kubectl apply -f x.yml', ['kubectl apply -f x.yml $']],
  ['gh -R o/r pr list', ['gh -R o/r pr list']],
  ['gh pr -R o/r list --limit 5', ['gh pr -R o/r list']],
  ['aws --profile x s3 ls', ['aws --profile x s3 ls']],
  ['helm -n x list', ['helm -n x list $']],
  ['helm -n x repo list', ['helm -n x repo list']],
  ['docker ps', ['docker ps $']],
  ['docker --context x ps', ['docker --context x ps $']],
  ['docker compose -f x.yml up -d', ['docker compose -f x.yml up']],
  ['docker compose -p a -f x.yml up -d', ['docker compose -p a -f x.yml up']],
  ['php artisan migrate', ['php artisan migrate']],
  ['php artisan migrate:status --env=x', ['php artisan migrate:status']],
  ['php artisan', ['php artisan $']],
  ['php bin/console --env=x cache:clear', ['php bin/console --env=x cache:clear $']],
  ['uv run python manage.py migrate', ['uv run python manage.py migrate']],
  ['bundle exec rake db:migrate', ['bundle exec rake db:migrate']],
  ['rails db:migrate', ['rails db:migrate']],
  ['node tools/a.js build', ['node tools/a.js build']],
  ['gcloud compute instances --project x list', ['gcloud compute instances --project x list $']],
  // What cannot be taken back is kept for what is named alone.
  ['kubectl -n prod delete pod x', ['kubectl -n prod delete pod x $']],
  ['docker rm x', ['docker rm x $']],
  ['gh repo delete o/r', ['gh repo delete o/r $']],
  ['npm uninstall lodash', ['npm uninstall lodash $']],
  ['rails db:drop', ['rails db:drop $']],
  ['systemctl stop x', ['systemctl stop x $']],
  // A word more would set what this shows.
  ['go env', ['go env $']],
  ['go env GOPATH', ['go env GOPATH $']],
  ['conda config --show', ['conda config --show $']],
  ['npm version', ['npm version $']],
  ['npm audit --json', ['npm audit --json $']],
  ['npm config get registry', ['npm config get']],
  ['git stash', ['git stash']],
  ['git checkout -b x', ['git checkout -b']],
  ['git checkout -q -b x origin/main', ['git checkout -q -b']],
  ['git checkout main', ['git checkout main']],
  ['git restore --staged a.ts', ['git restore --staged']],
  ['git restore a.ts', ['git restore a.ts $']],
  ['git switch main', ['git switch']],
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
    'make build deploy',
    'make build src/a.txt',
  ]);
});

it.each([
  ['kubectl -n prod get pods', 'kubectl -n prod delete ns prod'],
  ['gh -R o/r pr list', 'gh -R o/r pr merge 5'],
  ['gh pr -R o/r list', 'gh pr -R o/r close 5'],
  ['aws --profile x s3 ls', 'aws --profile x s3 rb b'],
  ['helm -n x list', 'helm -n x uninstall y'],
  ['docker --context x ps', 'docker --context x stop y'],
  ['docker compose -f x.yml up -d', 'docker compose -f x.yml down'],
  ['kubectl apply -f x.yml', 'kubectl apply -f y.yml'],
  ['docker rm -f x', 'docker rm -f y'],
  ['make', 'make deploy'],
  ['make -j4', 'make -j4 deploy'],
  ['yarn', 'yarn publish'],
  ['yarn workspace a build', 'yarn workspace a publish'],
  ['poetry run make', 'poetry run make deploy'],
  ['nx run app:build', 'nx run app:deploy'],
  ['php artisan migrate', 'php artisan db:wipe'],
  ['php artisan', 'php artisan db:wipe'],
  ['uv run python manage.py migrate', 'uv run python manage.py flush'],
  ['node tools/a.js up', 'node tools/a.js down'],
  ['gcloud compute instances --project x list', 'gcloud compute instances --project x delete a'],
  ['gcloud config list --format json', 'gcloud config set a b'],
  ['git stash', 'git stash clear'],
  ['git checkout -b x', 'git checkout -- .'],
  ['git checkout -b x', 'git checkout main'],
  ['git checkout main', 'git checkout main src'],
  ['git restore --staged a.ts', 'git restore a.ts'],
  ['git restore a.ts', 'git restore b.ts'],
])('G-05 G-06 offers for %s no pattern that also lets %s run', (text, other) => {
  const patterns = suggestPattern(text, policy)?.patterns ?? [];
  expect(patterns).toHaveLength(1);
  expect(judgeCommand(text, testPolicy(patterns)).verdict).toBe('allow');
  expect([patterns, judgeCommand(other, testPolicy(patterns)).verdict]).toEqual([patterns, 'ask']);
});

const examplesOf = (text: string) => suggestPattern(text, policy)?.examples;

it('G-05 shows also what somebody may not have meant', () => {
  expect(examplesOf('npm publish --tag x')).toContain('npm publish --force');
  expect(examplesOf('make build -j4')).toContain('make build deploy');
  expect(examplesOf('git push -q')).toContain('git push origin main');
  expect(examplesOf('git stash -u')).toContain('git stash pop');
  expect(examplesOf('make')).toEqual([]);
});

const judgeWith = (text: string, ...patterns: readonly string[]) =>
  judgeCommand(text, testPolicy(patterns)).verdict;

it('G-05 takes a dollar sign at the end of a pattern for its end', () => {
  expect([
    judgeWith('make', 'make $'),
    judgeWith('make all', 'make $'),
    judgeWith('make -n', 'make $'),
  ]).toEqual(['allow', 'ask', 'ask']);
  expect([judgeWith('make all', 'make $', 'make'), judgeWith('make', '$'), judgeWith('make', ' $')]).toEqual([
    'allow',
    'ask',
    'ask',
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
  ['jq . a.json', false],
  ['jq -f a.jq a.json', true],
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

it('G-05 names as what else would run no line that differs in its quotation marks alone', () => {
  expect(suggestPattern('python3 -c "print(1)"', policy)).toEqual({
    patterns: ["python3 -c 'print(1)'"],
    examples: [],
  });
});
