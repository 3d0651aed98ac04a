import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { contentOf } from './approval-rook.ts';
import { entriesOf, journalLines, playing } from './ask-rook.ts';
import { calling, endsOf, govern, INTENTS, intentsText, select, write, type Call } from './intent-rook.ts';
import { errorOf, textAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

async function ask(sandbox: Sandbox, calls: readonly Call[], ...flags: readonly string[]): Promise<End> {
  return runRook(sandbox, ['ask', ...flags, 'Do it'], { env: playing(sandbox, calling(...calls)) });
}

it('H-14 H-22 refuses a write before an intent is selected, lets it pass after that, and refuses one outside', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const inside = write('src/auth/new/a.ts');
  const end = await ask(sandbox, [inside, select('INT-001'), inside, write('src/b.ts')]);
  expect(end.code).toBe(0);
  expect(endsOf(sandbox)).toEqual(['no_intent', 'ok', 'ok', 'out_of_scope']);
  expect([contentOf(sandbox, 'src/auth/new/a.ts'), contentOf(sandbox, 'src/b.ts')]).toEqual(['new\n', null]);
  expect(intentsText(sandbox)).toBe(
    INTENTS.replace('status: PENDING\n    owned', 'status: IN_PROGRESS\n    owned'),
  );

  const lines = journalLines(sandbox);
  const [refused] = entriesOf(lines, 'tool_call_refused');
  expect(valueAt(refused, 'rule')).toBe('intent');
  expect(valueAt(refused, 'error', 'message')).toBe(
    'No active intent selected. Call select_active_intent first.',
  );
  expect(
    entriesOf(lines, 'intent_selected').map((entry) => [valueAt(entry, 'intent_id'), valueAt(entry, 'by')]),
  ).toEqual([['INT-001', 'assistant']]);
  expect(entriesOf(lines, 'intent_changed').map((entry) => valueAt(entry, 'status'))).toEqual([
    'IN_PROGRESS',
  ]);
  expect(entriesOf(lines, 'change_set_applied').map((entry) => valueAt(entry, 'intent_id'))).toEqual([
    'INT-001',
  ]);
});

it('H-03 H-04 H-32 tells the model the intent that it selected', async () => {
  const sandbox = makeSandbox();
  govern(sandbox, INTENTS.replace('no new dependency', '"no <new> dependency & no other"'));
  await ask(sandbox, [select('INT-001')]);
  const [call] = entriesOf(journalLines(sandbox), 'tool_call');
  expect(textAt(call, 'result', 'reply')).toBe(
    [
      'Active intent set to INT-001.',
      '<intent_context>',
      '  <intent_id>INT-001</intent_id>',
      '  <name>JWT Authentication Migration</name>',
      '  <owned_scope>src/auth/**</owned_scope>',
      '  <constraints>no &lt;new&gt; dependency &amp; no other</constraints>',
      '  <acceptance_criteria>tests pass</acceptance_criteria>',
      '</intent_context>',
    ].join('\n'),
  );
});

function promptOf(sandbox: Sandbox): string {
  return textAt(entriesOf(journalLines(sandbox), 'prompt_pinned')[0], 'text');
}

it('H-05 states the rule in the prompt of a governed workspace alone', async () => {
  const [governed, free] = [makeSandbox(), makeSandbox()];
  govern(governed);
  for (const sandbox of [governed, free]) await ask(sandbox, [['list_files', { path: '.' }]]);
  const rule = 'you MUST call select_active_intent with the id of the intent';
  expect(promptOf(governed)).toContain(rule);
  expect(promptOf(free)).not.toContain('select_active_intent');
  await ask(free, [select('INT-001')], '--continue');
  expect(endsOf(free)).toEqual(['ok', 'unknown_tool']);
});

it('CF-24 H-15 H-17 writes no intent that nobody confirmed, unless a person says yes', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const calls: readonly Call[] = [select('INT-009'), select('INT-002'), write('src/auth/a.ts')];
  await ask(sandbox, calls, '--yes', '--mode', 'allow');
  const [unknown, draft, last] = endsOf(sandbox);
  expect([unknown, draft]).toEqual([
    expect.stringContaining('Invalid intent_id: there is no intent INT-009'),
    expect.stringContaining('Invalid intent_id: INT-002 is a draft'),
  ]);
  expect(last).toBe('no_intent');
  expect(intentsText(sandbox)).toBe(INTENTS);
  await ask(sandbox, [select('INT-009'), write('src/auth/a.ts')], '--continue', '--yes-protected', '--yes');
  expect(intentsText(sandbox)).toContain(
    '- id: INT-009\n    name: INT-009\n    status: IN_PROGRESS\n    owned_scope: []\n',
  );
  expect(endsOf(sandbox).slice(-2)).toEqual(['ok', 'out_of_scope']);
});

it('H-16 allows nothing but reading while the file cannot be read', async () => {
  const sandbox = makeSandbox();
  govern(sandbox, 'active_intents:\n  - id: INT-001\n    owned_scope: [src/');
  place(join(sandbox.workspace, 'a.md'), 'a\n');
  await ask(
    sandbox,
    [['read_file', { path: 'a.md' }], select('INT-001'), write('src/auth/a.ts')],
    '--yes',
    '--mode',
    'allow',
  );
  const [read, selected, written] = endsOf(sandbox);
  expect([read, written]).toEqual(['ok', 'intents_malformed']);
  expect(selected).toContain('.orchestration/active_intents.yaml cannot be used: line');
});

it('H-22 judges a patch by every file of it, and a link by where it leads', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  place(join(sandbox.workspace, 'src/other/b.ts'), 'b\n');
  place(join(sandbox.workspace, 'src/auth/a.ts'), 'a\n');
  symlinkSync('../other', join(sandbox.workspace, 'src/auth/away'));
  const patch = [
    '*** Begin Patch',
    '*** Add File: src/auth/one.ts',
    '+one',
    '*** Add File: src/two.ts',
    '+two',
    '*** End Patch',
  ].join('\n');
  const move = ['move_file', { path: 'src/auth/a.ts', to: 'src/a.ts' }] as const;
  const calls = [
    ['read_file', { path: 'src/auth/a.ts' }],
    ['apply_patch', { patch }],
    move,
    write('src/auth/away/c.ts'),
    write('src/auth/../c.ts'),
    write('SRC/auth/c.ts'),
  ] as const;
  await ask(sandbox, [...calls], '--intent', 'INT-001', '--yes');
  expect(endsOf(sandbox)).toEqual(['ok', ...Array.from({ length: 5 }, () => 'out_of_scope')]);
  expect(contentOf(sandbox, 'src/auth/one.ts')).toBe(null);
  expect(contentOf(sandbox, 'src/auth/a.ts')).toBe('a\n');
});

it('H-23 keeps .intentignore from the model, and exempts what it names', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  place(join(sandbox.workspace, '.intentignore'), '*.md\n');
  await ask(sandbox, [write('notes.md'), write('notes.txt')], '--intent', 'INT-001', '--yes');
  expect(endsOf(sandbox)).toEqual(['ok', 'out_of_scope']);
  rmSync(join(sandbox.workspace, '.intentignore'));
  await ask(sandbox, [write('.intentignore', '*\n')], '--continue', '--yes');
  expect(endsOf(sandbox).at(-1)).toBe('out_of_scope');
});

it('H-34 --intent selects for the session, which keeps it, and refuses what cannot be selected', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await ask(sandbox, [write('src/auth/a.ts')], '--intent', 'INT-001');
  await ask(sandbox, [write('src/auth/b.ts')], '--continue');
  expect(endsOf(sandbox)).toEqual(['ok', 'ok']);
  const codes: unknown[] = [];
  for (const flags of [['--intent', 'INT-002'], ['--intent', 'NO'], ['--ungoverned'], ['--intent', 'a b']])
    codes.push(errorOf(await ask(sandbox, [write('src/auth/c.ts')], ...flags, '--json')).code);
  expect(codes).toEqual(['no_intent', 'no_intent', 'governed', 'usage']);
  expect(contentOf(sandbox, 'src/auth/c.ts')).toBe(null);
});

it('H-09 asks for no intent with the setting off, and for one everywhere with the setting on', async () => {
  const [off, on] = [makeSandbox(), makeSandbox()];
  govern(off);
  await ask(off, [write('b.ts')], '--yes', '--ungoverned', '--set', 'governance=off');
  expect(endsOf(off)).toEqual(['ok']);
  expect(
    entriesOf(journalLines(off), 'change_set_applied').map((entry) => valueAt(entry, 'intent_id')),
  ).toEqual([null]);
  await ask(on, [write('b.ts')], '--yes', '--set', 'governance=on');
  expect(endsOf(on)).toEqual(['no_intent']);
  place(on.workspaceFile, '{"governance": "off"}');
  govern(on);
  await ask(on, [write('c.ts')], '--yes');
  expect(endsOf(on).at(-1)).toBe('no_intent');
});
