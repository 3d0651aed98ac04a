import { changeSetIdSchema, readWritten, succeed, turnIdSchema, type EntryDraft } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { judgeCommand } from '../commands/judge-command.ts';
import { testPolicy } from '../commands/test-policy.ts';
import type { Question } from '../gate/approvals.ts';
import { hashCall } from '../gate/hash-call.ts';
import { createTestJournal } from '../journal/test-journal.ts';
import { createApprovalFold } from './fold-approvals.ts';
import { createSessionApprovals } from './session-approvals.ts';

function questionOf(command: string, patterns: readonly string[], paths: readonly string[] = []): Question {
  const policy = testPolicy();
  return {
    turn: turnIdSchema.parse('t0001'),
    call: `c-${command}`,
    tool: 'execute_command',
    effect: { kind: 'command', command, cwd: '', paths },
    rule: 'command',
    text: 'Allow it?',
    paths,
    removes: [],
    intent: null,
    preview: { text: command, files: [] },
    contentHash: hashCall('execute_command', { command }),
    command: {
      patterns,
      runsCode: judgeCommand(command, policy).runsWorkspaceCode,
      isAllowedBy: (allow) => judgeCommand(command, { ...policy, allow: [...allow] }).verdict === 'allow',
    },
    scopes: ['once', 'session', 'always'],
  };
}

async function openRoom() {
  const fold = createApprovalFold(() => true);
  const journal = await createTestJournal().open({
    written: (entries) => {
      for (const entry of entries) fold.add(readWritten(entry));
    },
  });
  const approvals = createSessionApprovals({
    fold,
    append: async (drafts, options) => journal.append(drafts, options),
    close: (draft) => draft,
    canAsk: true,
    keepAlways: async () => succeed(undefined),
  });
  const answer = async (question: Question, scope: 'once' | 'session' | 'always') => {
    const ending = approvals.ask(question, new AbortController().signal);
    const { approval_id: id } = await vi.waitUntil(() => fold.open()[0], { interval: 1 });
    await approvals.answer({ type: 'approval_answer', approval_id: id, answer: 'yes', scope }, 'test');
    await ending;
  };
  return { approvals, journal, answer };
}

it('G-05 a yes for the session holds for the same pattern of words, and for nothing beyond', async () => {
  const { approvals, answer } = await openRoom();
  await answer(questionOf('make build -j4', ['make build']), 'session');
  const holds = (command: string, paths: readonly string[] = []) =>
    approvals.standing(questionOf(command, [], paths)) !== null;
  expect(holds('make build -j8')).toBe(true);
  for (const command of [
    'make',
    'make buildx',
    'make test',
    'make build; rm a',
    'make build $(id)',
    'X=1 make build',
    'ls',
  ])
    expect([command, holds(command)]).toEqual([command, false]);
  expect(holds('make build > out', ['out'])).toBe(false);
});

it('G-05 a yes to a command that no pattern stands for holds for that call alone', async () => {
  const { approvals, answer } = await openRoom();
  await answer(questionOf('rm a', []), 'session');
  expect(approvals.standing(questionOf('rm a', []))).toBe(null);
});

it('G-06 files that were changed count until a person says yes to a run of code of the workspace', async () => {
  const { approvals, journal, answer } = await openRoom();
  expect(approvals.codeMark().changed).toBeNull();
  await journal.append([
    {
      event_type: 'change_set_applied',
      change_set_id: changeSetIdSchema.parse('cs-1763244005000'),
      turn_id: turnIdSchema.parse('t0001'),
      kind: 'edit',
      intent_id: null,
      files: [],
    },
  ]);
  expect(approvals.codeMark().changed).not.toBeNull();
  await answer(questionOf('make build', ['make build']), 'once');
  expect(approvals.codeMark().changed).not.toBeNull();
  await answer(questionOf('npm test', ['npm test']), 'once');
  expect(approvals.codeMark().changed).toBeNull();
});

const CHANGES: EntryDraft = {
  event_type: 'change_set_applied',
  change_set_id: changeSetIdSchema.parse('cs-1763244005000'),
  turn_id: turnIdSchema.parse('t0001'),
  kind: 'edit',
  intent_id: null,
  files: [],
};

/** What would be kept for good lets code of the workspace run. */
function ofCode(command: string, pattern: string): Question {
  const question = questionOf(command, [pattern]);
  const known = question.command;
  return known === null ? question : { ...question, command: { ...known, addsCode: true } };
}

it('G-05 G-06 who keeps a pattern for code of the workspace has said yes to the code as it is now', async () => {
  const { approvals, journal, answer } = await openRoom();
  await journal.append([CHANGES]);
  for (const scope of ['once', 'session'] as const) {
    await answer(ofCode(`make ${scope}`, 'make'), scope);
    expect(approvals.codeMark().changed).not.toBeNull();
  }
  await answer(ofCode('make build', 'make build'), 'always');
  expect(approvals.codeMark().changed).toBeNull();
});
