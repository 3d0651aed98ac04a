import { entryIdSchema, FIRST_PREV, sessionIdSchema, turnIdSchema, type EntryBase } from '@rook/contract';
import { expect, it, vi } from 'vitest';

import { createTerminal, type Terminal } from '../terminal/terminal.ts';
import { createAskScreen, depthOf } from './ask-screen.ts';

const session = sessionIdSchema.parse('rook-20260102-0a1b2c3d');
const turn = turnIdSchema.parse('t0001');
const place = { session_id: session, turn_id: turn };

function entry(type: string, fields: Readonly<Record<string, unknown>>): EntryBase {
  return {
    schema_version: 1,
    event_id: entryIdSchema.parse('0f8fad5b-d9cb-469f-a165-70867728950e'),
    timestamp: '2026-01-02T03:04:05.000Z',
    workspace: { name: 'w', uri: 'file:///w', trusted: true },
    session_id: session,
    mode: { agent_mode: null, safety: 'ask' },
    seq: 0,
    prev: FIRST_PREV,
    event_type: type,
    turn_id: turn,
    ...fields,
  };
}

function answer(text: string, leftOut = 0): EntryBase {
  const request = { messages: 1, left_out_turns: leftOut, estimated_tokens: 1 };
  return entry('answer_received', { round: 1, model: 'm', text, finish_reason: 'stop', request });
}

/** A screen on which both streams meet, as on a real one. */
function makeScreen(isTTY = false): { readonly terminal: Terminal; readonly shown: () => string } {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { terminal: createTerminal(stream, stream, new Map()), shown: () => written.join('') };
}

it('A-20 a line of the answer is ended before anything else is said', () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  const call = { tool_use_id: 'c1', tool: { name: 'search_files', input: { pattern: 'x', path: 'src' } } };
  screen.delta({ type: 'text', ...place, text: 'Let me' });
  screen.delta({ type: 'text', ...place, text: ' look' });
  screen.entry(answer('Let me look'));
  screen.entry(entry('tool_call_requested', { ...call, round: 1 }));
  screen.entry(entry('tool_call', { ...call, result: { ok: true, reply: 'a\nb\n' }, timing_ms: 3 }));
  screen.delta({ type: 'text', ...place, text: 'Done.\n' });
  screen.settle();
  expect(shown()).toBe('Let me look\n▸ search_files x path=src  2 lines\nDone.\n');
});

it('A-24 an answer is shown as it comes, and not once more from its entry', () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  screen.entry(answer('whole'));
  screen.delta({ type: 'text', ...place, text: 'piece' });
  screen.entry(answer('piece'));
  expect(shown()).toBe('piece\n');
});

it('B-24 a call lies as deep as the calls it is a part of, and one without a parent not at all', () => {
  const depths = new Map<string, number>();
  const calls = [['a'], ['b', 'a'], ['c', 'b'], ['d', 'never seen'], ['e']] as const;
  for (const [id, parent] of calls)
    depths.set(id, depthOf(parent === undefined ? {} : { parent_tool_use_id: parent }, depths));
  expect([...depths.values()]).toEqual([0, 1, 2, 0, 0]);
});

it('D-25 older turns that had no room are told, and again only when there are more', () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  for (const leftOut of [0, 1, 1, 3]) screen.entry(answer('x', leftOut));
  expect(shown().match(/left out/g)).toHaveLength(2);
  expect(shown()).toContain('1 older turn had no room and was left out');
});

it('C-22 a cheaper model in the place of the wanted one is told', () => {
  const { terminal, shown } = makeScreen();
  const reserved = { reservation_id: 'r', model: 'small', amount_usd: 0.1, instead_of: 'large' };
  createAskScreen(terminal).entry(entry('budget_reserved', reserved));
  expect(shown()).toBe('small answers instead of large, which would cost too much\n');
});

it('A-22 tokens and cost stand at the end of a turn; a cached part is said', () => {
  const { terminal, shown } = makeScreen();
  const read = { input_tokens: 3345, cache_read_tokens: 9000, cache_write_tokens: 1000 };
  const usage = { ...read, output_tokens: 67, cost_usd: 0.0042 };
  const said = { user: { text: 'a' }, assistant: { text: 'b' }, tool_call_count: 0 };
  createAskScreen(terminal).entry(entry('turn', { ...said, status: 'completed', usage }));
  expect(shown()).toBe('13,345 tokens in (9,000 cached), 67 out, $0.0042\n');
});

it('C-22 what the provider did not say is shown as the most that it can be', () => {
  const { terminal, shown } = makeScreen();
  const usage = { input_tokens: 7224, output_tokens: 3, cost_usd: null, estimated: true };
  const said = { user: { text: 'a' }, assistant: { text: 'b' }, tool_call_count: 0 };
  createAskScreen(terminal).entry(entry('turn', { ...said, status: 'cancelled', usage }));
  expect(shown()).toBe('at most 7,224 tokens in, 3 out, price unknown\n');
});

it('A-20 the lines of a file are counted without what stands above and below them', () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  const heading = '### a.txt [MD5: 0123456789abcdef0123456789abcdef]';
  const read = (reply: string) =>
    screen.entry(
      entry('tool_call', {
        tool_use_id: 'c1',
        tool: { name: 'read_file', input: { path: 'a.txt' } },
        result: { ok: true, reply },
        timing_ms: 3,
      }),
    );
  read(`${heading}\n(1 line)\n1\thello`);
  read(`${heading}\n(lines 1-2 of 9)\n1\thello\n2\t(you)\n(Lines 3-9 had no room; go on with start 3.)`);
  read(`${heading}\n(the file is empty)`);
  expect(shown().match(/ {2}.*$/gm)).toEqual(['  1 line', '  2 lines', '  0 lines']);
});

it('A-20 what is said beside an answer waits for the end of a word', () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  screen.interject('first');
  screen.delta({ type: 'text', ...place, text: 'One wo' });
  screen.interject('queued: a');
  screen.entry(
    entry('message_admitted', { message_id: 'msg-1763244000000-9f2c1a7b', text: 'b', steers: turn }),
  );
  screen.delta({ type: 'text', ...place, text: 'r' });
  screen.delta({ type: 'text', ...place, text: 'd more ' });
  screen.interject('queued: c');
  screen.delta({ type: 'text', ...place, text: 'and the la' });
  screen.interject('queued: d');
  screen.delta({ type: 'text', ...place, text: 'st' });
  screen.settle();
  const spoken = ['first', 'One word ', 'queued: a', 'to the turn: b', 'more ', 'queued: c', 'and the last'];
  expect(shown()).toBe([...spoken, 'queued: d', ''].join('\n'));
});

it('A-20 what is said beside an answer does not wait for a model that pauses in a word', async () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  screen.delta({ type: 'text', ...place, text: 'Hal' });
  screen.interject('queued: a');
  expect(shown()).toBe('Hal');
  await vi.waitFor(() => expect(shown()).toBe('Hal\nqueued: a\n'), { timeout: 10_000 });
});

it('A-20 what is going on replaces itself on a terminal, never over the answer', () => {
  const { terminal, shown } = makeScreen(true);
  const screen = createAskScreen(terminal);
  screen.delta({ type: 'thinking', ...place, text: 'secret thought' });
  screen.delta({ type: 'status', ...place, text: 'Trying again in 3 s.\u001B[2J' });
  screen.delta({ type: 'text', ...place, text: 'Half' });
  screen.delta({ type: 'status', ...place, text: 'never shown' });
  screen.settle();
  expect(shown()).toBe('\r\u001B[KThinking …\r\u001B[KTrying again in 3 s.␛[2J\r\u001B[KHalf\n');
});

it('G-08 of what a command prints, the last line stands where progress does, and no more than fits', () => {
  const { terminal, shown } = makeScreen(true);
  const screen = createAskScreen(terminal);
  const output = { type: 'command_output', ...place, command_id: 'c-1', stream: 'stdout' } as const;
  screen.delta({ ...output, text: `first\n${'x'.repeat(500)}\n` });
  expect(shown()).not.toContain('first');
  expect(shown()).toContain('x'.repeat(79));
  expect(shown()).not.toContain('x'.repeat(80));
});

it('G-09 a call that the model names as those of a batch is shown, and one inside of a batch is told by that', () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  const call = { tool_use_id: 'batch_1', tool: { name: 'execute_command', input: { command: 'touch x' } } };
  const error = { code: 'mode_forbids', kind: 'denied', message: 'Not in this mode.', retryable: false };
  const make = () => {
    screen.entry(entry('tool_call_requested', { ...call, round: 1 }));
    screen.entry(entry('tool_call_refused', { ...call, rule: 'mode', error }));
    screen.entry(entry('tool_call', { ...call, result: { ok: false, error: error.message }, timing_ms: 3 }));
  };
  screen.entry(entry('batch_started', { commands: ['touch x'] }));
  make();
  const end = { ended_by: 'done', succeeded: 0, failed: 1, ran: ['touch x'], left: [] };
  screen.entry(entry('batch_ended', end));
  expect(shown()).toBe('');
  make();
  expect(shown()).toBe('⊘ execute_command touch x  refused: Not in this mode.\n');
});

const RAN = { tool_use_id: 'c1', tool: { name: 'execute_command', input: { command: 'npm test' } } };
const REPLY = 'I ran the command: `npm test`\n\nOutput:\n```\nred\n```\n\nPlease analyze this output.';

function ran(output: string, end: Readonly<Record<string, unknown>> = {}): string {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  const ids = { command_id: 'c-1763244005000' };
  screen.entry(entry('tool_call_requested', { ...RAN, round: 1 }));
  screen.entry(entry('command_started', { ...ids, command: 'npm test', cwd: '.' }));
  const how = { exit_code: 1, signal: null, timed_out: false, timing_ms: 3, ...end };
  screen.entry(entry('command_ended', { ...ids, output, ...how }));
  const result = { ok: false, reply: REPLY, error: REPLY };
  screen.entry(entry('tool_call', { ...RAN, result, timing_ms: 3 }));
  screen.settle();
  return shown();
}

it('G-09 shows beside a command how it ended and what it printed', () => {
  expect(ran('a.test.ts\n\u001B[31mred\n')).toBe(
    '✗ execute_command npm test  exit code 1\n    a.test.ts\n    ␛[31mred\n',
  );
  expect(ran('')).toBe('✗ execute_command npm test  exit code 1, nothing printed\n');
  expect(ran('', { exit_code: null, signal: 'SIGKILL', ended_by: 'timeout' })).toBe(
    '✗ execute_command npm test  took too long and was ended, nothing printed\n',
  );
});

it('G-08 G-09 of a long output the last lines are shown, and how to see all of it', () => {
  const lines = Array.from({ length: 40 }, (_unused, index) => `line ${index + 1}`);
  const shown = ran(lines.join('\n')).trimEnd().split('\n');
  expect(shown.slice(1, 3)).toEqual([
    '    … `rook command output c-1763244005000` shows all 40 lines',
    '    line 31',
  ]);
  expect(shown).toHaveLength(12);
  const cut = ran('a\n[… 9000 bytes were left out here. …]\nz');
  expect(cut).toContain('`rook command output c-1763244005000` shows all of it\n');
  expect(ran('x'.repeat(5000)).length).toBeLessThan(500);
});

it('G-09 what a command in the background prints is not told of another call', () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  screen.entry(entry('command_started', { command_id: 'c-1', command: 'serve', cwd: '.', background: true }));
  const end = { exit_code: 0, signal: null, timed_out: false, timing_ms: 3, output: 'gone' };
  screen.entry(entry('command_ended', { command_id: 'c-1', ...end }));
  screen.entry(entry('tool_call', { ...RAN, result: { ok: true, reply: 'started' }, timing_ms: 3 }));
  expect(shown()).toBe('■ serve  in the background: exit code 0\n▸ execute_command npm test  1 line\n');
});

it('G-07 G-09 says that a command in the background ends with the session', () => {
  const { terminal, shown } = makeScreen();
  const screen = createAskScreen(terminal);
  screen.entry(entry('turn_started', { message_id: 'msg-1-1' }));
  screen.entry(entry('command_started', { command_id: 'c-1', command: 'serve', cwd: '.', background: true }));
  const over = { user: { text: '' }, assistant: { text: '' }, tool_call_count: 1, status: 'completed' };
  screen.entry(entry('turn', over));
  const end = { exit_code: null, signal: 'SIGTERM', timed_out: false, timing_ms: 3, output: 'ready' };
  screen.entry(entry('command_ended', { command_id: 'c-1', ...end, ended_by: 'stopped' }));
  screen.settle();
  expect(shown()).toBe('■ serve  in the background: stopped, because it ends with the session\n');
});
