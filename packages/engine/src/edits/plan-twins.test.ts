import { expect, it } from 'vitest';

import { planChangeSet, type ChangePlan } from './plan-change-set.ts';
import { askPlan, md5, outcomeOf, planText, showLines, type Planner } from './test-plan.ts';

const TWINS = 'a\nx\nb\nx\nc\n';
const TWO = 'one\ntwo\nthree\n';

/** What every planner must keep; each row answers what came out and what had to. */
const promises: readonly (readonly [string, (plan: Planner) => readonly [unknown, unknown]])[] = [
  [
    'an edit that fits two places is refused',
    (plan) => [planText(TWINS, { edits: [{ search: 'x\n', replace: 'y\n' }] }, plan), 'ambiguous'],
  ],
  [
    'a hunk that fits two places is refused, whatever its numbers say',
    (plan) => [planText(TWINS, { diff: '@@ -2,1 +2,1 @@\n-x\n+y\n' }, plan), 'ambiguous'],
  ],
  [
    'lines that were not shown are not changed',
    (plan) => {
      const question = {
        files: { 'a.ts': TWO },
        shown: { 'a.ts': showLines(TWO, [1, 1]) },
        changes: [{ path: 'a.ts', edits: [{ search: 'two\n', replace: 'TWO\n' }] }],
      };
      return [outcomeOf(askPlan(question, plan).files[0]), 'no_hash'];
    },
  ],
  [
    'each hash that is given for one file counts',
    (plan) => {
      const changes = [
        { path: 'a.ts', hash: md5(TWO), edits: [{ search: 'one\n', replace: 'ONE\n' }] },
        { path: 'a.ts', hash: md5('other'), edits: [{ search: 'two\n', replace: 'TWO\n' }] },
      ];
      const { files } = askPlan({ files: { 'a.ts': TWO }, changes, options: { rule: 'disk' } }, plan);
      return [files.map(outcomeOf), ['hash_mismatch']];
    },
  ],
  [
    'one plain edit is planned',
    (plan) => [planText(TWO, { edits: [{ search: 'two\n', replace: 'TWO\n' }] }, plan), 'one\nTWO\nthree\n'],
  ],
];

function brokenPromises(plan: Planner): string[] {
  return promises
    .filter(([, ask]) => JSON.stringify(ask(plan)[0]) !== JSON.stringify(ask(plan)[1]))
    .map(([name]) => name);
}

it('E-22 the planner keeps its promises', () => {
  expect(brokenPromises(planChangeSet)).toEqual([]);
});

const takeFirst: Planner = (proposed, files, options) => {
  const plan = planChangeSet(proposed, files, options);
  const planned = plan.files.map((file): ChangePlan['files'][number] => {
    if (file.status === 'planned' || file.code !== 'ambiguous') return file;
    const after = Buffer.from(TWINS.replace('x', 'y'));
    return { status: 'planned', path: file.path, before: null, after, added: 1, removed: 1, hunks: [] };
  });
  return { ...plan, files: planned };
};

it('E-22 a planner that takes the first of two places is rejected', () => {
  expect(brokenPromises(takeFirst)).toHaveLength(2);
});

const ignoreShown: Planner = (proposed, files, options) => {
  const seen = [...files].map(([path, state]) => {
    const whole =
      'refused' in state || state.shown === null
        ? state
        : { ...state, shown: { ...state.shown, whole: true } };
    return [path, whole] as const;
  });
  return planChangeSet(proposed, new Map(seen), options);
};

it('E-04 a planner that ignores what was shown is rejected', () => {
  expect(brokenPromises(ignoreShown)).toEqual(['lines that were not shown are not changed']);
});

const forgetHashes: Planner = (proposed, files, options) => {
  const [first, ...others] = proposed.fileChanges;
  const forgetful = others.map(withoutHash);
  return planChangeSet({ ...proposed, fileChanges: [first, ...forgetful] }, files, options);
};

it('E-03 a planner that forgets all hashes but the first of a file is rejected', () => {
  expect(brokenPromises(forgetHashes)).toEqual(['each hash that is given for one file counts']);
});

function withoutHash(change: unknown): unknown {
  return typeof change === 'object' && change !== null ? { ...change, hash: null } : change;
}
