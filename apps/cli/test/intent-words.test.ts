import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyText, replyText } from './apply-rook.ts';
import { contentOf } from './approval-rook.ts';
import { playing, saying } from './ask-rook.ts';
import { calling, endsOf, govern, INTENTS, intentsText, write } from './intent-rook.ts';
import { changesOf } from './ledger-rook.ts';
import { errorOf, jsonOf, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const reply = replyText({ fileChanges: [{ path: 'src/auth/a.ts', content: 'a\n' }] });

async function intentError(
  sandbox: Sandbox,
  ...words: readonly string[]
): Promise<readonly [string, string]> {
  const { code, message } = errorOf(await runRook(sandbox, ['intent', ...words, '--json']));
  return [code, message];
}

it.each(['../x', '/abs', 'src**', 'src/./a', '!/abs/**', '{src,../x}/**', 'src\\auth'])(
  'H-22 refuses the pattern %s, which would cover nothing',
  async (pattern) => {
    const sandbox = makeSandbox();
    govern(sandbox);
    const made = await intentError(sandbox, 'new', 'INT-003', '--scope', pattern);
    const edited = await intentError(sandbox, 'edit', 'INT-001', '--add-scope', pattern);
    for (const [code, message] of [made, edited])
      expect([code, message]).toEqual(['invalid_value', expect.stringContaining('would cover nothing: ')]);
    expect(intentsText(sandbox)).toBe(INTENTS);
  },
);

it('H-22 takes patterns that can cover something, and marks others that stand in the file', async () => {
  const sandbox = makeSandbox();
  const good = ['src/**', './a/*.ts', '!src/x', '{a,b}/**/c.ts', 'docs/', '**', 'a\\*b'];
  const words = good.flatMap((pattern) => ['--scope', pattern]);
  expect((await runRook(sandbox, ['intent', 'new', 'INT-001', ...words])).code).toBe(0);
  govern(sandbox, INTENTS.replace('src/auth/**', '../other/**'));
  const listed = await runRook(sandbox, ['intent', 'list']);
  expect(listed.stdout).toContain('"../other/**" covers nothing: it climbs with ..');
  const json = jsonOf(await runRook(sandbox, ['intent', 'list', '--json']));
  expect(valueAt(json, 'intents', 0, 'scope_problems', 0, 'pattern')).toBe('../other/**');
  expect(valueAt(json, 'intents', 1, 'scope_problems')).toBeUndefined();
});

it('H-09 tells a person to name an intent, and a model to select one', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const end = await applyText(sandbox, reply);
  expect([end.code, end.stderr + end.stdout]).toEqual([1, expect.stringContaining('--intent')]);
  expect(end.stderr + end.stdout).toContain('rook intent list');
  expect(end.stderr + end.stdout).not.toContain('select_active_intent');
});

const BROKEN: readonly (readonly [string, string, string])[] = [
  ['a wrong status', INTENTS.replace('PENDING', 'LATER'), 'line 5: status is one of PENDING, IN_PROGRESS'],
  ['a number for a name', INTENTS.replace('"JWT Authentication Migration"', '7'), 'line 4: name is a text'],
  ['no name', INTENTS.replace('    name: "JWT Authentication Migration"\n', ''), 'line 3: name is missing'],
  ['a text for a list', INTENTS.replace('[tests pass]', 'tests'), 'line 10: acceptance_criteria is a list'],
  [
    'a bracket that is open',
    INTENTS.replace('[tests pass]', '[tests pass'),
    'line 11: the indentation does not fit the lines before, or a bracket',
  ],
  [
    'a field twice',
    INTENTS.replace('    status', '    status: PENDING\n    status'),
    'line 6: a field is there twice',
  ],
  ['a tab', INTENTS.replace('    name', '\tname'), 'line 4: '],
];

it.each(BROKEN)('H-16 says in plain words and with the line what is wrong: %s', async (_name, text, said) => {
  const sandbox = makeSandbox();
  govern(sandbox, text);
  const [code, message] = await intentError(sandbox, 'list');
  expect([code, message]).toEqual(['intents_malformed', expect.stringContaining(said)]);
  expect(message).not.toMatch(/Invalid (?:input|option|string)|expected|Flow|Implicit|Map keys|token/u);
});

it('H-16 a file of more than a million bytes is malformed, in commands and at the gate', async () => {
  const sandbox = makeSandbox();
  govern(sandbox, `${INTENTS}# ${'x'.repeat(1_000_000)}\n`);
  expect(await intentError(sandbox, 'list')).toEqual([
    'intents_malformed',
    expect.stringContaining('larger than 1000000 bytes'),
  ]);
  await runRook(sandbox, ['ask', '--yes', 'Go'], { env: playing(sandbox, calling(write('a.ts'))) });
  expect(endsOf(sandbox)).toEqual(['intents_malformed']);
});

it.each(['elsewhere', 'nowhere', '../outside'])(
  'H-16 .orchestration that is a link to %s is called a link, and nothing is done',
  async (target) => {
    const sandbox = makeSandbox();
    for (const made of ['workspace/elsewhere', 'outside']) mkdirSync(join(sandbox.folder, made));
    symlinkSync(target, join(sandbox.workspace, '.orchestration'));
    const end = await applyText(sandbox, reply);
    expect([end.code, end.stderr + end.stdout]).toEqual([1, expect.stringContaining('is a link')]);
    await runRook(sandbox, ['ask', '--yes', 'Go'], { env: playing(sandbox, calling(write('a.ts'))) });
    expect([new Set(endsOf(sandbox)), contentOf(sandbox, 'a.ts')]).toEqual([
      new Set(['unsafe_folder']),
      null,
    ]);
  },
);

it('H-34 says that letter case counts where an intent differs in nothing else', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await runRook(sandbox, ['ask', 'Hello'], { env: playing(sandbox, { default: saying('Hi') }) });
  for (const words of [['select'], ['done']])
    expect((await intentError(sandbox, ...words, 'int-001'))[1]).toContain(
      'letter case counts, and there is INT-001',
    );
  const end = await applyText(sandbox, reply, '--intent', 'int-001');
  expect(end.stderr + end.stdout).toContain('letter case counts, and there is INT-001');
});

it('H-13 CF-29 the ledger and the export say the same of who wrote what a person applied', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  expect((await applyText(sandbox, reply, '--intent', 'INT-001')).code).toBe(0);
  expect(changesOf(sandbox)[0]?.files[0]?.conversations[0]?.contributor).toEqual({ entity_type: 'UNKNOWN' });
  const exported = jsonOf(await runRook(sandbox, ['intent', 'export', '--json']));
  expect(valueAt(exported, 'files', 0, 'conversations', 0, 'contributor')).toEqual({ type: 'unknown' });
});

it('H-12 the examples of the documentation run one after the other', async () => {
  const sandbox = makeSandbox();
  const text = readFileSync(new URL('../../../docs/intents.md', import.meta.url), 'utf8');
  const block = /```\n(rook intent new[^`]*)```/u.exec(text)?.[1] ?? '';
  const lines = block.split('\n').filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const end = await runRook(sandbox, words.slice(1));
    expect([line, end.code, end.stderr.includes('rook:')]).toEqual([line, 0, false]);
  }
});
