import { intentIdSchema, readWritten, succeed, turnIdSchema, type IntentId } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';

import type { Question } from '../gate/approvals.ts';
import { hashCall } from '../gate/hash-call.ts';
import { createTestJournal } from '../journal/test-journal.ts';
import { createApprovalFold } from './fold-approvals.ts';
import { createSessionApprovals, type ApprovalSetup, type SessionApprovals } from './session-approvals.ts';

const paths = ['a.ts', 'b.ts', 'sub/a.ts'];
const intents: readonly (IntentId | null)[] = [
  null,
  intentIdSchema.parse('INT-001'),
  intentIdSchema.parse('INT-002'),
];

const effects = fc.oneof(
  fc.subarray(paths, { minLength: 1 }).map((some) => ({ kind: 'write' as const, paths: some })),
  fc.constantFrom('https://one.example/a', 'https://one.example/b', 'https://two.example/').map((url) => ({
    kind: 'network' as const,
    url,
  })),
  fc
    .tuple(fc.constantFrom('github', 'files'), fc.subarray(paths))
    .map(([source, some]) => ({ kind: 'run' as const, source, tool: 'x', paths: some })),
);

const questions = fc
  .tuple(
    fc.constantFrom('edit', 'write_to_file', 'fetch_url'),
    effects,
    fc.constantFrom(...intents),
    fc.boolean(),
  )
  .map(([tool, effect, intent, isGone]): Question => ({
    turn: turnIdSchema.parse('t0001'),
    call: 'c1',
    tool,
    effect,
    rule: 'mode',
    text: 'Allow it?',
    paths: effect.kind === 'network' ? [] : effect.paths,
    removes: effect.kind === 'write' && isGone ? effect.paths.slice(0, 1) : [],
    intent,
    preview: { text: '', files: [] },
    contentHash: hashCall(tool, effect),
    command: null,
    scopes: ['once', 'session', 'always'],
  }));

type Make = (setup: ApprovalSetup) => SessionApprovals;

/** Asks, answers with yes for the session, and says what the answer then holds for. */
async function standing(make: Make, asked: Question, later: Question): Promise<string | null> {
  const fold = createApprovalFold(() => true);
  const journal = await createTestJournal().open({
    written: (entries) => {
      for (const entry of entries) fold.add(readWritten(entry));
    },
  });
  const append: ApprovalSetup['append'] = async (drafts, options) => journal.append(drafts, options);
  const approvals = make({
    fold,
    append,
    close: (draft) => draft,
    canAsk: true,
    keepAlways: async () => succeed(undefined),
  });
  const ending = approvals.ask(asked, new AbortController().signal);
  const { approval_id: id } = await vi.waitUntil(() => fold.open()[0], { interval: 1 });
  await approvals.answer(
    { type: 'approval_answer', approval_id: id, answer: 'yes', scope: 'session' },
    'test',
  );
  await ending;
  return approvals.standing(later);
}

/** Said in another way than the product says it. */
function mayHold(asked: Question, later: Question): boolean {
  if (asked.tool !== later.tool || asked.intent !== later.intent) return false;
  const [one, other] = [asked.effect, later.effect];
  if (one.kind === 'network')
    return other.kind === 'network' && new URL(one.url).host === new URL(other.url).host;
  if (one.kind === 'run') return other.kind === 'run' && one.source === other.source && within(asked, later);
  return other.kind === one.kind && within(asked, later);
}

function within(asked: Question, later: Question): boolean {
  if (later.paths.length === 0 && asked.paths.length > 0) return false;
  if (later.removes.some((path) => !asked.removes.includes(path))) return false;
  return later.paths.filter((path) => !asked.paths.includes(path)).length === 0;
}

/** Whether answers hold for what they may hold for, and for nothing else. */
async function isRight(make: Make): Promise<boolean> {
  const checked = await fc.check(
    fc.asyncProperty(questions, questions, async (asked, later) => {
      const held = await standing(make, asked, later);
      return (held !== null) === mayHold(asked, later);
    }),
    { numRuns: 300, seed: 7 },
  );
  return !checked.failed;
}

it('H-24 N-11 CF-07 a yes for the session never leaks to another tool, path, host, source or intent', async () => {
  expect(await isRight(createSessionApprovals)).toBe(true);
});

const twins: Readonly<Record<string, (question: Question) => Partial<Question>>> = {
  'any path': () => ({ paths: [] }),
  'any intent': () => ({ intent: null }),
  'any tool': () => ({ tool: 'edit' }),
  'a file that goes': () => ({ removes: [] }),
};

it.each(Object.keys(twins))('H-24 the suite catches answers that hold for %s', async (name) => {
  const forget = twins[name] ?? (() => ({}));
  const make: Make = (setup) => {
    const real = createSessionApprovals(setup);
    return { ...real, standing: (question) => real.standing({ ...question, ...forget(question) }) };
  };
  expect(await isRight(make)).toBe(false);
});
