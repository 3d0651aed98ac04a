import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { calling, endsOf, fileOf, govern, INTENTS, intentsText, write } from './intent-rook.ts';
import { errorOf, jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

async function intent(sandbox: Sandbox, ...words: readonly string[]): Promise<End> {
  return runRook(sandbox, ['intent', ...words]);
}

const idsOf = async (sandbox: Sandbox) =>
  listAt(jsonOf(await intent(sandbox, 'list', '--json')), 'intents').map((one) => textAt(one, 'id'));

it('H-01 H-02 the first new intent governs the workspace, and looking does not', async () => {
  const sandbox = makeSandbox();
  expect(jsonOf(await intent(sandbox, 'list', '--json'))).toMatchObject({ governed: false, intents: [] });
  expect(existsSync(join(sandbox.workspace, '.orchestration'))).toBe(false);
  const words = [
    '--scope',
    'src/auth/**',
    '--scope',
    '*.md',
    '--constraint',
    'no: new',
    '--criterion',
    'tests pass',
  ];
  const made = await intent(sandbox, 'new', 'INT-001', 'JWT Migration', ...words, '--json');
  expect(jsonOf(made)).toMatchObject({
    id: 'INT-001',
    name: 'JWT Migration',
    status: 'PENDING',
    draft: false,
    owned_scope: ['src/auth/**', '*.md'],
    constraints: ['no: new'],
    acceptance_criteria: ['tests pass'],
  });
  expect(readdirSync(join(sandbox.workspace, '.orchestration'))).toEqual(['active_intents.yaml']);
  expect(jsonOf(await intent(sandbox, 'list', '--json'))).toMatchObject({ governed: true });
  expect(errorOf(await intent(sandbox, 'new', 'int-001', '--json')).code).toBe('exists');
  expect(errorOf(await intent(sandbox, 'new', 'a b', '--json')).code).toBe('usage');
});

it('H-12 H-35 changes single fields and keeps the rest, and writes every change down', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await intent(
    sandbox,
    'edit',
    'INT-001',
    '--add-scope',
    'test/**',
    '--remove-constraint',
    'no new dependency',
  );
  expect(intentsText(sandbox)).toBe(
    INTENTS.replace('      - src/auth/**\n', '      - src/auth/**\n      - test/**\n').replace(
      'constraints:\n      - no new dependency\n',
      'constraints: []\n',
    ),
  );
  govern(sandbox);
  await intent(sandbox, 'confirm', 'INT-002');
  await intent(sandbox, 'edit', 'INT-002', '--status', 'IN_PROGRESS');
  await intent(sandbox, 'done', 'INT-002');
  expect(intentsText(sandbox)).toBe(
    INTENTS.replace('Draft, status: PENDING, draft: true', 'Draft, status: COMPLETED, draft: false'),
  );
  const changed = entriesOf(journalLines(sandbox), 'intent_changed');
  expect(
    changed.map((entry) => [
      valueAt(entry, 'intent_id'),
      valueAt(entry, 'status'),
      valueAt(entry, 'changed'),
    ]),
  ).toEqual([
    ['INT-001', 'PENDING', ['owned_scope', 'constraints']],
    ['INT-002', 'PENDING', ['draft']],
    ['INT-002', 'IN_PROGRESS', ['status']],
    ['INT-002', 'COMPLETED', ['status']],
  ]);
  const codes: unknown[] = [];
  for (const words of [
    ['done', 'INT-001'],
    ['done', 'NO'],
    ['edit', 'INT-001'],
    ['edit', 'INT-001', '--remove-scope', 'x'],
  ])
    codes.push(errorOf(await intent(sandbox, ...words, '--json')).code);
  expect(codes).toEqual(['invalid_value', 'not_found', 'usage', 'not_found']);
});

it('H-34 select makes an intent the active one of a session', async () => {
  const sandbox = makeSandbox();
  expect(errorOf(await intent(sandbox, 'select', 'INT-001', '--json')).code).toBe('invalid_value');
  govern(sandbox);
  await runRook(sandbox, ['ask', 'Hello'], { env: playing(sandbox, { default: saying('Hi') }) });
  expect(jsonOf(await intent(sandbox, 'select', 'INT-001', '--json'))).toMatchObject({
    selected: { id: 'INT-001', status: 'IN_PROGRESS' },
  });
  expect(errorOf(await intent(sandbox, 'select', 'INT-002', '--json')).code).toBe('no_intent');
  const env = playing(sandbox, calling(write('src/auth/a.ts')));
  await runRook(sandbox, ['ask', '--continue', 'Go'], { env });
  expect(endsOf(sandbox)).toEqual(['ok']);
});

it('H-33 loses nothing where twenty processes write at once', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const ids = Array.from({ length: 20 }, (_unused, index) => `NEW-${index}`);
  const ends = await Promise.all(ids.map(async (id) => intent(sandbox, 'new', id, '--scope', `${id}/**`)));
  expect(ends.filter(({ code }) => code !== 0)).toEqual([]);
  expect((await idsOf(sandbox)).toSorted()).toEqual(['INT-001', 'INT-002', ...ids].toSorted());
  expect(intentsText(sandbox).startsWith(INTENTS)).toBe(true);
  expect(entriesOf(journalLines(sandbox), 'intent_changed')).toHaveLength(20);
}, 120_000);

it('H-16 says what is wrong with the file, and refuses a folder that is a link', async () => {
  const sandbox = makeSandbox();
  govern(sandbox, 'active_intents: [');
  for (const words of [['list'], ['new', 'X'], ['done', 'X']])
    expect(errorOf(await intent(sandbox, ...words, '--json')).code).toBe('intents_malformed');
  expect(intentsText(sandbox)).toBe('active_intents: [');
  const linked = makeSandbox();
  mkdirSync(join(linked.workspace, 'elsewhere'));
  symlinkSync('elsewhere', join(linked.workspace, '.orchestration'));
  for (const words of [['list'], ['new', 'X']])
    expect(errorOf(await intent(linked, ...words, '--json')).code).toBe('unsafe_folder');
  const env = playing(linked, calling(write('a.ts')));
  await runRook(linked, ['ask', '--yes', 'Go'], { env });
  expect(endsOf(linked)).toEqual(['unsafe_folder']);
  expect(existsSync(join(linked.workspace, 'elsewhere', 'active_intents.yaml'))).toBe(false);
  place(join(linked.workspace, 'x'), '');
  expect(existsSync(fileOf(linked))).toBe(false);
});
