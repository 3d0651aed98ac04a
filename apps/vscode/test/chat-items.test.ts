import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ck3raven } from '@rook/contract';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod';

import {
  answerInput,
  entriesIn,
  given,
  journalFiles,
  lastAnswer,
  runCommand,
  say,
  untilTurns,
  written,
} from './chat-rook.ts';
import { canFreeze, freeze } from './freeze.ts';
import { startEditor, type RunningEditor } from './start-editor.ts';

const PATIENT = 180_000;
const WAIT = { timeout: PATIENT / 2, interval: 100 };
const FOLDER = '.ck3raven';
const RECORDERS = 'ck3raven.chatJournal.knownChatRecorderExtensions';
const room = await startEditor(ck3raven);

afterAll(async () => room?.close(), PATIENT);

const askedSchema = z.object({
  asked: z.array(z.object({ content: z.array(z.looseObject({ value: z.string().optional() })) })),
  model: z.string(),
});

/** The requests that reached a model, in their order. */
function requests(editor: RunningEditor): readonly z.infer<typeof askedSchema>[] {
  return editor.log().flatMap((line) => {
    const read = askedSchema.safeParse(line);
    return read.success ? [read.data] : [];
  });
}

it.skipIf(room === null)(
  'R-04 warns in its log of recorders that are installed as soon as it is started, and loads nothing for it',
  async () => {
    const editor = given(room);
    await editor.ask({ setting: RECORDERS, value: ['rook-test.companion', 'nobody.nothing'] });
    await editor.ask({ activate: 'ck3raven.ck3raven-chat' });
    await expect
      .poll(() => editor.logged(), WAIT)
      .toContain('Potential chat recorder conflicts detected: rook-test.companion\n');
    expect(existsSync(join(editor.workspace, FOLDER))).toBe(false);
    await editor.ask({ setting: RECORDERS, value: [] });
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-02 its icon lies in the package and stands beside its answers',
  async () => {
    const editor = given(room);
    editor.script([[{ text: 'Hello.' }]]);
    await say(editor, '@ck3raven hello');
    await untilTurns(editor, FOLDER, 1);
    const shown = lastAnswer(editor).locator('.header img.icon');
    await expect
      .poll(async () => decodeURIComponent((await shown.getAttribute('src')) ?? ''), WAIT)
      .toContain('ck3raven-chat-0.1.0/media/ck3raven-icon.png');
    const address = z.string().parse(await shown.getAttribute('src'));
    const picture = await editor.page.request.get(address);
    expect((await picture.body()).subarray(1, 4).toString()).toBe('PNG');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-03 offers exactly two ways to go on, and the one that is clicked is asked',
  async () => {
    const editor = given(room);
    const offered = editor.page.locator('.interactive-session-followups .monaco-button');
    await expect.poll(async () => offered.allInnerTexts(), WAIT).toEqual(['More details', 'Find related']);
    editor.script([[{ text: 'There is more.' }]]);
    await offered.getByText('More details').click();
    await untilTurns(editor, FOLDER, 2);
    await expect.poll(async () => offered.allInnerTexts(), WAIT).toEqual(['More details', 'Find related']);
    await offered.getByText('Find related').click();
    await untilTurns(editor, FOLDER, 3);
    expect(written(editor, FOLDER, 'turn').map(({ user }) => user.text)).toEqual([
      'hello',
      'Show me more details',
      'Search for related symbols',
    ]);
    expect(journalFiles(editor, FOLDER)).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-12 the model is told exactly three lines, the same in every turn',
  () => {
    const told = requests(given(room)).map(({ asked }) => asked[0]?.content[0]?.value);
    const lines = [
      'SYSTEM: You are ck3raven.',
      'Use the provided tools when needed.',
      'Tool names are dynamic; use EXACT tool name strings provided in tool list for this request.',
    ].join('\n');
    expect(told).toEqual([lines, lines, lines]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-20 B-08 while a tool runs the chat says which, by its clean name, and the tool is given the token of the request',
  async () => {
    const editor = given(room);
    editor.script([
      [{ call: { name: 'mcp_ck3_lens_abc_ck3_look', input: { waits: true } } }],
      [{ call: { name: 'ck3_echo', input: { text: 'again' } } }],
      [{ text: 'Seen.' }],
    ]);
    await say(editor, '@ck3raven look', false);
    const yes = lastAnswer(editor).getByRole('button', { name: 'Yes', exact: true });
    await yes.last().click();
    await expect
      .poll(() => editor.log().filter(({ invoked }) => invoked !== undefined), WAIT)
      .toHaveLength(1);
    await lastAnswer(editor).getByText('Calling ck3_look...').waitFor();
    await editor.ask({ release: true });
    await expect.poll(async () => yes.count(), WAIT).toBe(2);
    await yes.last().click();
    await untilTurns(editor, FOLDER, 4);
    expect(editor.log().filter(({ invoked }) => invoked !== undefined)).toEqual([
      { invoked: 'mcp_ck3_lens_abc_ck3_look', hasToken: true },
      { invoked: 'ck3_echo', hasToken: true },
    ]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-05 a result says its turn and how many tools were called, and of a failure why',
  async () => {
    const editor = given(room);
    const { session_id: sessionId } = { ...written(editor, FOLDER, 'turn')[0] };
    const results: unknown[] = [];
    for (const script of [[[{ text: 'Fine.' }]], [[{ error: 'the model broke' }]]]) {
      editor.script(script);
      const asked = { query: '@ck3raven say it', blockOnResponse: true };
      results.push(await editor.ask({ command: 'workbench.action.chat.open', args: [asked] }));
    }
    expect(results).toMatchObject([
      { metadata: { turnId: 't0005', toolCallCount: 0, sessionId } },
      { metadata: { turnId: 't0006', toolCallCount: 0, sessionId }, errorDetails: {} },
    ]);
    expect(JSON.stringify(results[1])).toContain('the model broke');
    expect(results[0]).not.toHaveProperty('errorDetails');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-07 what others are asked in the chat is none of its business',
  async () => {
    const editor = given(room);
    const before = journalFiles(editor, FOLDER).map((file) => readFileSync(file, 'utf8'));
    const asked = requests(editor).length;
    await say(editor, '@plain what was said?', false);
    await lastAnswer(editor).getByText('Nobody asked me.').waitFor();
    expect(requests(editor)).toHaveLength(asked);
    expect(journalFiles(editor, FOLDER).map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'C-02 answers with the model that was chosen in the chat',
  async () => {
    const editor = given(room);
    expect(new Set(requests(editor).map(({ model }) => model))).toEqual(new Set(['scripted-1']));
    editor.script([[{ text: 'The second speaks.' }]]);
    const modelSelector = { id: 'scripted-2' };
    await editor.ask({
      command: 'workbench.action.chat.open',
      args: [{ query: '@ck3raven who are you?', modelSelector }],
    });
    await untilTurns(editor, FOLDER, 7);
    expect(requests(editor).at(-1)?.model).toBe('scripted-2');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'I-22 offers exactly the tags of the list',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'CK3 Raven: Tag Last Chat Turn');
    await editor.page.locator('.quick-input-title').getByText('Tag Last Turn').waitFor();
    const rows = editor.page.locator('.quick-input-list .monaco-list-row .label-name');
    await expect
      .poll(async () => rows.allInnerTexts(), WAIT)
      .toEqual([
        'todo',
        'bug',
        'feature',
        'documentation',
        'research',
        'conflict',
        'trait',
        'event',
        'decision',
        'on_action',
        'localization',
      ]);
    await editor.page.keyboard.press('Escape');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'I-24 an action without a title is none',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'CK3 Raven: Create Action from Last Turn');
    await answerInput(editor, 'e.g., Fix brave trait conflict', '');
    await editor.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    expect(written(editor, FOLDER, 'action')).toEqual([]);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'I-26 says when nothing was found',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'CK3 Raven: Search Chat Journal');
    await answerInput(editor, 'e.g., brave trait, conflict, todo', 'nowhere at all');
    await expect
      .poll(async () => editor.ask({ output: true }), WAIT)
      .toContain(`Searching for: "nowhere at all"\n${'='.repeat(60)}\n\nNo results found.\n`);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'R-05 R-02 every check is written down, and tools count as registered where any are offered',
  async () => {
    const editor = given(room);
    for (const count of [1, 2]) {
      await editor.ask({ command: 'ck3raven.diagnose' });
      expect(written(editor, FOLDER, 'health')).toHaveLength(count);
    }
    const found = written(editor, FOLDER, 'health').map(({ checks }) => checks);
    expect(found.map((checks) => checks.mcp_tools_registered)).toEqual([true, true]);
    // The editor may take what is printed for part of what was cleared just before; a person would run it again.
    const print = async (): Promise<unknown> => {
      await editor.ask({ command: 'ck3raven.diagnose' });
      return editor.ask({ output: true });
    };
    await expect
      .poll(print, { ...WAIT, interval: 2000 })
      .toContain('✅ MCP Tools: Registered\n✅ Conflicts: None detected\n');
  },
  PATIENT,
);

it.skipIf(room === null)(
  'R-02 tools count as not registered where nobody offers any',
  async () => {
    const bare = given(await startEditor(ck3raven, { isWithoutTools: true }));
    try {
      await bare.ask({ command: 'ck3raven.diagnose' });
      await expect
        .poll(async () => bare.ask({ output: true }), WAIT)
        .toContain('❌ MCP Tools: NOT REGISTERED\n');
      expect(written(bare, FOLDER, 'health')).toMatchObject([{ checks: { mcp_tools_registered: false } }]);
    } finally {
      await bare.close();
    }
  },
  PATIENT,
);

it.skipIf(room === null)(
  'A-08 a tag, an action and a check go into the file of their session, and there is no other',
  async () => {
    const editor = given(room);
    await runCommand(editor, 'CK3 Raven: Tag Last Chat Turn');
    await editor.page.locator('.quick-input-title').getByText('Tag Last Turn').waitFor();
    await editor.page.keyboard.type('mine');
    await editor.page.keyboard.press('Enter');
    await answerInput(editor, 'Optional context for this tag', '');
    await runCommand(editor, 'CK3 Raven: Create Action from Last Turn');
    await answerInput(editor, 'e.g., Fix brave trait conflict', 'Do it');
    await answerInput(editor, 'Steps to complete, context, etc.', '');
    await editor.page.locator('.quick-input-title').getByText('Action Tags').waitFor();
    await editor.page.keyboard.press('Enter');
    await expect.poll(() => written(editor, FOLDER, 'action').length, WAIT).toBe(1);
    const files = journalFiles(editor, FOLDER);
    expect(files).toHaveLength(1);
    const types = entriesIn(files[0] ?? '').map(({ event_type: type }) => type);
    expect(types).toEqual(expect.arrayContaining(['session_start', 'turn', 'tag', 'action', 'health']));
    expect(types.filter((type) => type === 'session_start')).toHaveLength(1);
  },
  PATIENT,
);

it.skipIf(room === null)(
  'B-10 a chat whose session is gone is told again: what was asked, and the text of what was answered',
  async () => {
    const editor = given(room);
    // Something may still be written there while it goes.
    rmSync(join(editor.workspace, FOLDER), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    editor.script([[{ text: 'I was told.' }]]);
    await say(editor, '@ck3raven and now?', false);
    await lastAnswer(editor).getByText('I was told.').waitFor();
    const told = requests(editor)
      .at(-1)
      ?.asked.flatMap(({ content }) => content.map(({ value }) => value))
      .join('\n');
    expect(told).toMatch(
      /Person: hello\s+You: Hello\.\s+Person: Show me more details\s+You: There is more\.\s+Person: /u,
    );
    expect(told).not.toContain('Nobody asked me.');
  },
  PATIENT,
);

it.skipIf(room === null || !canFreeze)(
  'A-09 what could not be written is written when the extension is let go',
  async () => {
    const editor = given(room);
    editor.script([[{ text: 'I begin.' }, { hangs: true }]]);
    await say(editor, '@ck3raven keep this');
    await lastAnswer(editor).getByText('I begin.').waitFor();
    const file =
      journalFiles(editor, FOLDER).find((path) => readFileSync(path, 'utf8').includes('keep this')) ?? '';
    freeze(file, true);
    try {
      await editor.ask({ command: 'workbench.action.chat.cancel' });
      await expect.poll(() => editor.logged(), WAIT).toContain('kept in memory alone');
    } finally {
      freeze(file, false);
    }
    const ends = (): readonly unknown[] =>
      entriesIn(file).flatMap((entry) => (entry.event_type === 'turn' ? [entry.status] : []));
    expect(ends()).toEqual([]);
    // The page that is left lets its extensions go; one that was killed would be found as crashed.
    await editor.page.goto('about:blank');
    await expect.poll(ends, WAIT).toEqual(['cancelled']);
  },
  PATIENT,
);
