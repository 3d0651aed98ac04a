import { expect, it } from 'vitest';

import { readReply } from './read-reply.ts';
import { listReplyBugs, mayBeCleanedUp, type ReplyBug } from './reply-bugs.ts';

const codesOf = (text: string): readonly string[] => readReply(text).problems.map(({ code }) => code);
const REPLY = '{"summary": "Done", "todos": [{"text": "a", "completed": false}]}';

it.each([
  ['alone', REPLY],
  ['in a fence', `\`\`\`json\n${REPLY}\n\`\`\``],
  ['behind a prefix', `Here is the JSON you asked for: ${REPLY}`],
  ['before the mark of a note', `${REPLY} [1]`],
  ['between comments', `// the reply\n${REPLY} /* {"summary": "no"} */`],
  ['before trailing text', `${REPLY}\n\nLet me know!`],
  ['behind another value', `Config was {"a": 1}. ${REPLY}`],
  ['behind thoughts', `<think>{"summary": "no"}</think>${REPLY}`],
  ['twice', `${REPLY}\n${REPLY}`],
  ['as a text', JSON.stringify(REPLY)],
  ['with a byte order mark', `\uFEFF${REPLY}`],
])('C-24 finds a reply %s', (_where, text) => {
  expect(readReply(text)).toMatchObject({ complete: true });
  expect(JSON.stringify(readReply(text).value)).toBe(JSON.stringify(JSON.parse(REPLY)));
});

it('C-24 does not choose between two replies, and takes no value that is no reply', () => {
  expect(readReply(`${REPLY}\n{"summary": "Other"}`)).toMatchObject({ complete: false, ending: 'broken' });
  expect(readReply('{"a": 1}')).toMatchObject({ complete: false, ending: 'none', value: { a: 1 } });
  expect(readReply('Hello.')).toMatchObject({ complete: false, ending: 'none', value: null });
  expect(readReply('{"a": oops, "b": {"summary": "inner"}}').complete).toBe(false);
});

it('C-21 calls a reply cut when the provider says so, however whole it looks', () => {
  for (const finishReason of ['length', 'cut', 'content_filter'] as const)
    expect(readReply(REPLY, { finishReason })).toMatchObject({ complete: false, ending: 'cut' });
  for (const finishReason of ['stop', 'tool_calls', 'other', undefined] as const)
    expect(readReply(REPLY, { finishReason }).complete).toBe(true);
});

it('CF-31 asks the finish reason and the form first: small and fenced replies are whole', () => {
  const small = '{"summary":"truncated names","fileChanges":[{"path":"a","content":"x"}]}';
  expect(readReply(small).complete).toBe(true);
  expect(readReply(`\`\`\`\n${small}\n\`\`\` `).complete).toBe(true);
  const unclosed = `\`\`\`json\n${small}\n`;
  expect(readReply(unclosed).complete).toBe(false);
  expect(readReply(unclosed, { finishReason: 'stop' }).complete).toBe(true);
});

function guessed(text: string, finishReason?: 'stop'): boolean {
  return readReply(text, { finishReason }).problems.some(({ code }) => code === 'looks_cut');
}

it('CF-31 guesses only about prose of which nobody said why it ended', () => {
  expect(guessed('I changed the following files:')).toBe(true);
  expect(guessed('```ts\nconst a = 1;')).toBe(true);
  expect(guessed('The output was truncated.')).toBe(true);
  expect(guessed('fileChanges: none')).toBe(true);
  expect(guessed('I changed the following files:', 'stop')).toBe(false);
  expect(guessed('All is well.')).toBe(false);
  expect(guessed('{"summary": "I changed the following files:"')).toBe(false);
});

it('C-16 recovers fields behind a place that cannot be read', () => {
  const text =
    '{"summary": "Done", "fileChanges": [{"path": "a", "content": "f("x", "y")"}, {"path": "b"}],\n "commands": ["ls"], "nextSteps": [{"html": "Go", "inputText": "go"}], "sections": [{"heading": "h", "content": "c"}, {"hea';
  expect(readReply(text)).toMatchObject({
    complete: false,
    ending: 'broken',
    recovered: {
      summary: 'Done',
      fileChanges: [],
      commands: ['ls'],
      nextSteps: [{ html: 'Go', inputText: 'go' }],
      sections: [{ heading: 'h', content: 'c' }],
    },
  });
  expect(readReply('{"summary": \\oops, "todos": [{"text": "a"}]}').recovered).toMatchObject({
    summary: null,
    todos: [{ text: 'a' }],
  });
});

it('C-16 costs no more than reading however often a field seems to begin', () => {
  const text = `{"summary": "x", "todos": @ ${'"todos": ["'.repeat(50_000)}`;
  expect(readReply(text)).toMatchObject({ complete: false, recovered: { summary: 'x' } });
});

it('C-14 takes what JSON allows but a reply cannot mean for broken', () => {
  expect(
    readReply('{"summary": "a", "fileChanges": [], "fileChanges": [{"path": "x", "content": ""}]}'),
  ).toMatchObject({
    complete: false,
    ending: 'broken',
  });
  expect(readReply(String.raw`{"summary": "half \ud83d"}`)).toMatchObject({
    complete: false,
    ending: 'broken',
  });
});

it('C-10 names what does not have the shape of a reply, and keeps the rest', () => {
  const reading = readReply(
    '{"summary": 7, "mood": "good", "todos": {}, "fileChanges": [{"path": "a", "content": "x", "why": 1}, {"path": 3}], "fileHashes": {"a": 1}}',
  );
  expect(reading.complete).toBe(true);
  expect(reading.problems.map(({ code, path }) => [code, path])).toEqual([
    ['unknown_field', 'mood'],
    ['wrong_shape', 'summary'],
    ['wrong_shape', 'todos'],
    ['unknown_field', 'fileChanges[0].why'],
    ['wrong_shape', 'fileChanges[1].path'],
    ['wrong_shape', 'fileHashes.a'],
  ]);
  expect(codesOf('{"todos": []}')).toEqual(['missing_field']);
  // Providers that want every field get null for those left out.
  expect(
    codesOf(
      '{"summary": "s", "todos": null, "fileHashes": null, "commands": [{"command": "a", "description": null}]}',
    ),
  ).toEqual([]);
});

it('C-10 names unknown fields also inside of a file change', () => {
  const edits = [{ search: 'a', replace: 'b', all: true }];
  const lineOperations = [{ type: 'delete', line: 1, count: 2 }];
  const fileChanges = [
    { path: 'a', edits },
    { path: 'b', lineOperations },
    { path: 'c', content: 'x', lineRange: { start: 1, end: 1, stop: 2 } },
  ];
  const { problems } = readReply(JSON.stringify({ summary: 's', fileChanges }));
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['unknown_field', 'fileChanges[0].edits[0].all'],
    ['unknown_field', 'fileChanges[1].lineOperations[0].count'],
    ['unknown_field', 'fileChanges[2].lineRange.stop'],
  ]);
});

it('C-14 says line and column of each problem, from 1', () => {
  const { problems } = readReply("Sure:\n{'summary': 'x',\n todos: []}");
  expect(problems.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([
    'prose_before 1:1',
    'foreign_quote 2:2',
    'foreign_quote 2:13',
    'unquoted_key 3:2',
  ]);
});

function bugs(text: string, finishReason?: 'length' | 'stop'): readonly ReplyBug[] {
  return listReplyBugs(readReply(text, { finishReason }));
}

it('C-15 C-20 F-10 I-34 turns what a reading shows into bugs of the session', () => {
  const cleanup = {
    type: 'JSON',
    by: 'script',
    description: 'Auto-detected: Response required JSON cleanup',
  };
  const truncated = { type: 'Other', by: 'script', description: 'Auto-detected: Response was truncated!' };
  expect(bugs(REPLY)).toEqual([]);
  expect(bugs(`Here:\n\`\`\`json\n${REPLY}\n\`\`\``)).toEqual([]);
  expect(bugs("{'summary': 'x'}")).toEqual([cleanup]);
  expect(bugs('{"summary": "a "b", "c" d"}')).toEqual([cleanup]);
  expect(bugs(REPLY, 'length')).toEqual([truncated]);
  expect(bugs('{"summary": "x')).toEqual([truncated]);
  expect(bugs('The following:')).toEqual([truncated]);
  expect(bugs('The following:', 'stop')).toEqual([]);
  expect(bugs('{"summary": "x", "nextSteps": ["continue"]}')).toEqual([
    {
      type: 'Other',
      by: 'script',
      description: 'Auto-detected: Next steps are plain strings instead of {html, inputText}',
    },
  ]);
});

function steps(text: string, finishReason?: 'length'): readonly unknown[] {
  const reading = readReply(text, { finishReason });
  const isMended = reading.problems.some(({ certain }) => certain);
  return [reading.complete, isMended, mayBeCleanedUp(reading), reading.recovered.summary];
}

it('C-13 reaches each step: read, mended, cleaned up by a model, recovered; what was cut is never cleaned up', () => {
  expect(steps(REPLY)).toEqual([true, false, false, 'Done']);
  expect(steps("{'summary': 'Done'}")).toEqual([true, true, false, 'Done']);
  expect(steps('{"summary": "Done", "todos": [f("a", "b")]}')).toEqual([false, false, true, 'Done']);
  expect(steps('{"summary": "Done", "todos": [')).toEqual([false, false, false, 'Done']);
  expect(steps('{"summary": "Done", "todos": [f("a", "b")]}', 'length')).toEqual([
    false,
    false,
    false,
    'Done',
  ]);
  expect(steps('Done.')).toEqual([false, false, false, null]);
});
