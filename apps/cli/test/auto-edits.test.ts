import { expect, it } from 'vitest';

import { contentOf, writing } from './approval-rook.ts';
import { entriesOf, journalLines, playing } from './ask-rook.ts';
import { valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const FILE = 'src/notes.md';
/** Some start many processes. */
const PATIENT = 120_000;

/** What became of an edit that a model asked for where nobody can be asked: `written`, or why it was refused. */
async function edit(sandbox: Sandbox, path: string, ...words: readonly string[]): Promise<unknown> {
  const env = playing(sandbox, writing({ [path]: 'one\n' }));
  expect(await runRook(sandbox, ['ask', 'Do it', ...words], { env })).toMatchObject({ code: 0 });
  const refused = entriesOf(journalLines(sandbox), 'tool_call_refused');
  if (refused.length === 0) return contentOf(sandbox, path) === 'one\n' ? 'written' : 'lost';
  expect(contentOf(sandbox, path)).toBeNull();
  return valueAt(refused.at(-1), 'error', 'code');
}

const setting = (auto: boolean, autoFiles: boolean): readonly string[] => [
  '--set',
  `edits.auto=${auto}`,
  '--set',
  `edits.autoFiles=${autoFiles}`,
];

async function govern(sandbox: Sandbox): Promise<void> {
  expect((await runRook(sandbox, ['intent', 'new', 'INT-001', '--scope', 'src/**'])).code).toBe(0);
}

const combinations: readonly (readonly [boolean, boolean, string])[] = [
  [true, true, 'written'],
  [true, false, 'approval_needed'],
  [false, true, 'approval_needed'],
  [false, false, 'approval_needed'],
];

it.each(combinations)(
  'E-08 CF-07 with edits.auto %s and edits.autoFiles %s an edit is %s',
  async (auto, autoFiles, end) => {
    expect(await edit(makeSandbox(), FILE, ...setting(auto, autoFiles))).toBe(end);
  },
);

it.each(combinations)(
  'E-08 CF-07 with edits.auto %s and edits.autoFiles %s an edit in the scope of the intent is %s',
  async (auto, autoFiles, end) => {
    const sandbox = makeSandbox();
    await govern(sandbox);
    expect(await edit(sandbox, FILE, '--intent', 'INT-001', ...setting(auto, autoFiles))).toBe(end);
  },
);

it.each(combinations)(
  'E-08 CF-07 with edits.auto %s and edits.autoFiles %s the mode decides first',
  async (auto, autoFiles) => {
    const words = setting(auto, autoFiles);
    expect(await edit(makeSandbox(), FILE, '--mode', 'safe', ...words)).toBe('unknown_tool');
    expect(await edit(makeSandbox(), FILE, '--mode', 'allow', ...words)).toBe('written');
    expect(await edit(makeSandbox(), FILE, '--yes', ...words)).toBe('written');
    for (const mode of ['ask', 'allow'])
      expect(await edit(makeSandbox(), '.git/hooks/pre-commit', '--mode', mode, ...words)).toBe(
        'approval_needed',
      );
  },
  PATIENT,
);

it(
  'E-08 CF-07 what nobody set approves nothing, and only in the scope of an intent the default does',
  async () => {
    expect(await edit(makeSandbox(), FILE)).toBe('approval_needed');
    expect(await edit(makeSandbox(), FILE, '--set', 'edits.autoFiles=true')).toBe('approval_needed');
    expect(await edit(makeSandbox(), FILE, '--set', 'edits.auto=true')).toBe('written');
    const sandbox = makeSandbox();
    await govern(sandbox);
    expect(await edit(sandbox, FILE, '--intent', 'INT-001')).toBe('written');
    expect(await edit(sandbox, 'other.md', '--intent', 'INT-001')).toBe('out_of_scope');
  },
  PATIENT,
);
