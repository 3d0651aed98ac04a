import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyJson, applyText, hashesOf, replyText } from './apply-rook.ts';
import { journalLines, linesOf } from './ask-rook.ts';
import { errorOf, jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OLD = 'one\ntwo\nthree\n';
const EDIT = { path: 'a.txt', edits: [{ search: 'two\n', replace: 'TWO\n' }] };
const HOOK = '.git/hooks/pre-commit';
/** Each of these starts many processes. */
const PATIENT = 120_000;

function prepare(): Sandbox {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), OLD);
  return sandbox;
}

async function setsOf(sandbox: Sandbox): Promise<readonly unknown[]> {
  const { stdout } = await runRook(sandbox, ['changes', '--json']);
  return linesOf(stdout).map((line): unknown => JSON.parse(line));
}

/** The newest change sets, as a script is told of them: what each is, and of which files. */
async function historyOf(sandbox: Sandbox): Promise<readonly unknown[]> {
  return (await setsOf(sandbox)).map((set) => ({
    status: valueAt(set, 'status'),
    code: valueAt(set, 'error', 'code'),
    by: valueAt(set, 'by'),
    files: listAt(set, 'files'),
  }));
}

const change = JSON.stringify({ path: 'b.txt', content: 'b\n' });
const refusals: readonly (readonly [string, string, readonly string[], string, readonly string[]])[] = [
  [
    'cut off in its second change',
    `{"summary": "x", "fileChanges": [${change}, {"path": "c.txt", "content": "c`,
    [],
    'truncated',
    ['b.txt', 'c.txt'],
  ],
  ['cut off in a path', '{"summary": "x", "fileChanges": [{"path": "b.t', ['--partial'], 'truncated', []],
  ['prose that was truncated', 'The output was truncated.', [], 'truncated', []],
  [
    'that cannot be read',
    `{"summary": "f("a", "b")", "fileChanges": [${change}]}`,
    [],
    'malformed',
    ['b.txt'],
  ],
  ['said twice', `{"summary": "x", "fileChanges": [${change}], "fileChanges": []}`, [], 'malformed', []],
  [
    'with a change of the wrong shape',
    `{"summary": "x", "fileChanges": [${change}, {"path": "c.txt", "content": 7}]}`,
    [],
    'malformed',
    ['b.txt', 'c.txt'],
  ],
  [
    'of wrong shapes alone',
    '{"summary": "x", "fileChanges": [{"path": "c.txt", "content": 7}]}',
    ['--partial'],
    'malformed',
    ['c.txt'],
  ],
  [
    'with a protected file',
    replyText({ fileChanges: [{ path: HOOK, content: 'true\n' }, JSON.parse(change)] }),
    [],
    'approval_needed',
    [HOOK, 'b.txt'],
  ],
  [
    'with a path outside',
    replyText({ fileChanges: [{ path: '../b.txt', content: 'b\n' }] }),
    [],
    'outside_workspace',
    ['../b.txt'],
  ],
  [
    'in a mode that only reads',
    replyText({ fileChanges: [JSON.parse(change)] }),
    ['--set', 'mode=safe'],
    'mode_forbids',
    ['b.txt'],
  ],
  ['without a hash', replyText({ fileChanges: [EDIT] }), [], 'no_hash', ['a.txt']],
];

it.each(refusals)(
  'E-19 a reply %s is in the history as not applied, and its rehearsal is not',
  async (_what, text, words, code, files) => {
    const sandbox = prepare();
    expect(await applyText(sandbox, text, '--dry-run', '--json', ...words)).toMatchObject({ code: 1 });
    expect(existsSync(join(sandbox.workspace, '.rook'))).toBe(false);
    expect(await applyText(sandbox, text, ...words)).toMatchObject({ code: 1 });
    expect(await historyOf(sandbox)).toEqual([{ status: 'refused', code, by: 'user', files }]);
    const listed = await runRook(sandbox, ['changes']);
    expect(listed.stdout).toMatch(new RegExp(`^✗ cs-\\d+ apply .*refused \\(${code}\\)`, 'u'));
    const [set] = await setsOf(sandbox);
    const shown = jsonOf(await runRook(sandbox, ['changes', '--json', textAt(set, 'id')]));
    for (const file of listAt(shown, 'files'))
      expect(file).toMatchObject({ added: 0, removed: 0, diff: null });
    expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe(OLD);
    expect(existsSync(join(sandbox.workspace, 'b.txt'))).toBe(false);
    expect(await runRook(sandbox, ['journal', 'verify'])).toMatchObject({ code: 0 });
  },
  PATIENT,
);

it(
  'E-19 what never was a reply leaves nothing in the workspace',
  async () => {
    const sandbox = prepare();
    for (const text of [
      '',
      'Hello there.',
      '{"reply": {"fileChanges": []}}',
      '[1, 2]',
      '{"summary": "Nothing to do"}',
    ])
      expect(await applyText(sandbox, text, '--json')).toMatchObject({ code: 1 });
    const wrapped = await applyText(
      sandbox,
      `{"reply": {"summary": "x", "fileChanges": [${change}]}}`,
      '--json',
    );
    expect(errorOf(wrapped)).toMatchObject({ code: 'malformed' });
    expect(errorOf(wrapped).message).toContain('This is no reply');
    for (const words of [
      ['apply', 'missing.json'],
      ['apply', ''],
      ['apply', '-', '--nonsense'],
    ])
      expect(
        (await runRook(sandbox, words, { input: `{"summary": "x", "fileChanges": [${change}]` })).code,
      ).not.toBe(0);
    expect(existsSync(join(sandbox.workspace, '.rook'))).toBe(false);
  },
  PATIENT,
);

it('E-19 a refused reply of a governed workspace is for the intent that was named, and rewinds nothing', async () => {
  const sandbox = prepare();
  mkdirSync(join(sandbox.workspace, '.orchestration'));
  const made = await runRook(sandbox, ['intent', 'new', 'Notes', '--scope', 'b.txt', '--json']);
  const intent = textAt(jsonOf(made), 'id');
  expect(
    await applyText(sandbox, `{"summary": "x", "fileChanges": [${change}`, '--intent', intent),
  ).toMatchObject({
    code: 1,
  });
  const [set] = await setsOf(sandbox);
  expect(set).toMatchObject({ status: 'refused', intent, files: ['b.txt'] });
  expect(await applyText(sandbox, replyText({ fileChanges: [JSON.parse(change)] }))).toMatchObject({
    code: 1,
  });
  expect((await historyOf(sandbox))[0]).toMatchObject({
    status: 'refused',
    code: 'no_intent',
    files: ['b.txt'],
  });
  expect((await runRook(sandbox, ['rewind', '--yes', '--intent', intent])).code).toBe(1);
});

const PATCH = `*** Begin Patch\n*** Add File: ${HOOK}\n+true\n*** Add File: b.txt\n+b\n*** Update File: a.txt\n@@\n-two\n+TWO\n*** End Patch`;

it.each([
  ['--partial', ['--partial']],
  ['the setting edits.partial', ['--set', 'edits.partial=true']],
])('E-12 E-28 %s leaves a protected file out, also of a patch, and applies the rest', async (_how, words) => {
  const sandbox = prepare();
  const reply = {
    fileHashes: hashesOf(sandbox, 'a.txt'),
    fileChanges: [{ patch: PATCH }, { path: 'c.txt', content: 'c\n' }],
  };
  const right = [
    { path: 'b.txt', status: 'applied' },
    { path: 'a.txt', status: 'applied' },
    { path: 'c.txt', status: 'applied' },
    { path: HOOK, status: 'refused', code: 'approval_needed' },
  ];
  expect(listAt((await applyJson(sandbox, reply, '--dry-run', ...words)).printed, 'files')).toMatchObject(
    right,
  );
  const end = await applyJson(sandbox, reply, ...words);
  expect(end.code).toBe(1);
  expect(listAt(end.printed, 'files')).toMatchObject(right);
  const texts = ['a.txt', 'b.txt', 'c.txt'].map((name) =>
    readFileSync(join(sandbox.workspace, name), 'utf8'),
  );
  expect(texts).toEqual(['one\nTWO\nthree\n', 'b\n', 'c\n']);
  expect(existsSync(join(sandbox.workspace, HOOK))).toBe(false);
  expect(await historyOf(sandbox)).toEqual([
    { status: 'refused', code: 'approval_needed', by: 'user', files: [HOOK] },
    { status: 'applied', code: undefined, by: 'user', files: ['b.txt', 'a.txt', 'c.txt'] },
  ]);
});

it('E-28 --partial tells every path of a reply: with a refused target of a rename all changes of the file stay undone', async () => {
  const sandbox = prepare();
  const reply = {
    fileHashes: hashesOf(sandbox, 'a.txt'),
    fileChanges: [
      { patch: `*** Begin Patch\n*** Update File: a.txt\n*** Move to: ${HOOK}\n*** End Patch` },
      { path: 'c.txt', content: 'c\n' },
      {
        patch:
          '*** Begin Patch\n*** Update File: ./a.txt\n@@\n-two\n+TWO\n*** Add File: d.txt\n+d\n*** End Patch',
      },
    ],
  };
  const end = await applyJson(sandbox, reply, '--partial');
  expect(listAt(end.printed, 'files')).toMatchObject([
    { path: 'c.txt', status: 'applied' },
    { path: 'd.txt', status: 'applied' },
    { path: HOOK, status: 'refused', code: 'approval_needed' },
    { path: 'a.txt', status: 'skipped', code: 'other_refused' },
  ]);
  expect(readFileSync(join(sandbox.workspace, 'a.txt'), 'utf8')).toBe(OLD);
  expect(existsSync(join(sandbox.workspace, HOOK))).toBe(false);
  expect((await historyOf(sandbox))[0]).toMatchObject({ status: 'refused', files: [HOOK, 'a.txt'] });
});

it('E-19 the walk of a reply that was cut off', async () => {
  const sandbox = prepare();
  await applyText(sandbox, `{"summary": "Half", "fileChanges": [${change}`);
  const entries = journalLines(sandbox).map((line): unknown => JSON.parse(line));
  expect(entries.map((entry) => valueAt(entry, 'event_type'))).toEqual([
    'session_start',
    'message_admitted',
    'turn_started',
    'change_set_refused',
    'turn',
  ]);
  expect(entries[4]).toMatchObject({
    status: 'failed',
    error: { code: 'truncated' },
    assistant: { text: 'Half' },
  });
});

it('E-07 E-14 says how many lines were modified, per file and in total, before and after', async () => {
  const sandbox = prepare();
  const content = 'ONE\nand a half\ntwo\n';
  const reply = {
    fileHashes: hashesOf(sandbox, 'a.txt'),
    fileChanges: [
      { path: 'a.txt', content },
      { path: 'n.txt', content: 'n\n' },
    ],
  };
  const right = [
    { path: 'a.txt', added: 2, removed: 2, modified: 1 },
    { path: 'n.txt', added: 1, removed: 0, modified: 0 },
  ];
  expect(listAt((await applyJson(sandbox, reply, '--dry-run')).printed, 'files')).toMatchObject(right);
  const end = await applyJson(sandbox, reply);
  expect(listAt(end.printed, 'files')).toMatchObject(right);
  const [set] = await setsOf(sandbox);
  expect(set).toMatchObject({ added: 3, removed: 2, modified: 1 });
  const shown = jsonOf(await runRook(sandbox, ['changes', '--json', textAt(set, 'id')]));
  expect(listAt(shown, 'files')).toMatchObject(right);
});
