import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { errorOf, harmfulCharacters, jsonOf, keysOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const REPLY = {
  summary: 'Added a greeting',
  todos: [{ text: 'Greet', completed: false }],
  fileChanges: [{ path: 'a.py', content: 'print("hi")\n', todoIndex: 0 }],
  commands: [{ command: 'python a.py' }],
  nextSteps: [{ html: 'Run it', inputText: 'run' }],
};

it('C-24 rook recover --json says whether a reply is complete, its value, its fields and its problems', async () => {
  const sandbox = makeSandbox();
  const file = join(sandbox.folder, 'reply.txt');
  place(file, `Here it is:\n\`\`\`json\n${JSON.stringify(REPLY)}\n\`\`\`\n`);
  const printed = jsonOf(await runRook(sandbox, ['recover', file, '--json']));
  expect(keysOf(printed)).toEqual(['complete', 'problems', 'recovered', 'value']);
  const { summary, todos, fileChanges, commands, nextSteps } = REPLY;
  expect(printed).toMatchObject({
    complete: true,
    value: REPLY,
    recovered: { summary, todos, fileChanges, commands, nextSteps, sections: [] },
    problems: [
      { code: 'prose_before', certain: true, offset: 0, line: 1, column: 1 },
      { code: 'fence', certain: true, offset: 12, line: 2, column: 1 },
    ],
  });
});

it('C-21 rook recover calls every cut input incomplete, and exits with 0 all the same', async () => {
  const sandbox = makeSandbox();
  const text = JSON.stringify(REPLY);
  for (const length of [0, 1, 14, 60, 130, text.length - 1]) {
    const end = await runRook(sandbox, ['recover', '-', '--json'], { input: text.slice(0, length) });
    expect(end.code).toBe(0);
    expect(jsonOf(end)).toMatchObject({ complete: false });
  }
  const whole = await runRook(sandbox, ['recover', '-', '--json'], { input: text });
  expect(jsonOf(whole)).toMatchObject({ complete: true, value: REPLY });
});

it('C-16 rook recover tells a person what was recovered, what was mended and what was lost', async () => {
  const sandbox = makeSandbox();
  const input = '{\'summary\': \'Done\',\n"todos": [{"text": "a"}, {"te';
  const { code, stdout, stderr } = await runRook(sandbox, ['recover', '-'], { input });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('not complete  nothing of it can be applied\n  recovered: the summary, 1 todos\n');
  expect(stdout).toContain('"summary": "Done"');
  expect(stdout).toContain('mended\n  1:2  A text stands in quotation marks');
  expect(stdout).toContain(
    'lost\n  2:30  The text ends before the value does. (cut)\n  todos[1] was begun and is not whole.\n',
  );
  const broken = await runRook(sandbox, ['recover', '-'], {
    input: '{"summary": "f("a", "b")", "todos": []}',
  });
  expect(broken.stdout).toMatch(/recovered: the summary\n[^]*22 characters stand from there on/);
});

it('C-24 rook recover --any takes any JSON value', async () => {
  const sandbox = makeSandbox();
  const any = async (input: string) =>
    jsonOf(await runRook(sandbox, ['recover', '--any', '-', '--json'], { input }));
  expect(await any('[1, 2,]')).toMatchObject({
    complete: true,
    value: [1, 2],
    recovered: { summary: null, todos: [] },
  });
  expect(await any('42')).toMatchObject({ complete: true, value: 42 });
  expect(await any('nothing here')).toMatchObject({ complete: false, value: null });
  expect(await any('{"__proto__": {"a": 1}}')).toMatchObject({ complete: true });
});

it('C-35 rook recover reads what is no text: other encodings, bytes, nothing', async () => {
  const sandbox = makeSandbox();
  const read = async (bytes: Uint8Array) => {
    const file = join(sandbox.folder, 'input');
    writeFileSync(file, bytes);
    return jsonOf(await runRook(sandbox, ['recover', file, '--json']));
  };
  expect(await read(Buffer.from('{"summary": "é"}', 'utf16le'))).toMatchObject({
    complete: true,
    value: { summary: 'é' },
  });
  expect(await read(Buffer.from('\uFEFF{"summary": "é"}'))).toMatchObject({ complete: true });
  expect(await read(Buffer.from('{"summary": "é"}', 'latin1'))).toMatchObject({
    complete: false,
    problems: [{ code: 'damaged_bytes', certain: false }],
  });
  expect(await read(Uint8Array.from({ length: 3000 }, (_none, index) => (index * 7) % 256))).toMatchObject({
    complete: false,
    value: null,
  });
  expect(await read(new Uint8Array())).toMatchObject({ complete: false, problems: [{ code: 'no_value' }] });
});

it('A-24 rook recover shows nothing that a terminal would obey', async () => {
  const sandbox = makeSandbox();
  const evil = 'a\u001B[2J\u0007\u009B31m\u202E\u200B\u2028z';
  const input = `{"summary": "${evil}", "${evil}": "${evil}", ${evil}`;
  for (const words of [
    ['recover', '-'],
    ['recover', '-', '--json'],
    ['recover', '-', '--any'],
  ]) {
    const { code, stdout, stderr } = await runRook(sandbox, words, { input });
    expect(code).toBe(0);
    expect(stdout).toContain('z');
    expect(harmfulCharacters(stdout + stderr)).toEqual([]);
  }
});

it('C-35 rook recover survives deep, long and wide input', async () => {
  const sandbox = makeSandbox();
  const read = async (input: string) => runRook(sandbox, ['recover', '-', '--any'], { input });
  const deep = await read('['.repeat(100_000));
  expect(deep.code).toBe(0);
  expect(deep.stdout).toContain('(too_deep)');
  expect(deep.stdout.split('\n').length).toBeLessThan(260);
  const long = await read(`{"a": "${'x'.repeat(3_000_000)}"}`);
  expect(long.stdout).toContain('2999600 more characters"');
  expect(long.stdout.length).toBeLessThan(2000);
  const wide = await read(JSON.stringify(Array.from({ length: 100_000 }, (_none, index) => index)));
  expect(wide.stdout).toContain('… and more; --json prints all of it');
});

it('rook recover says clearly why an input cannot be read', async () => {
  const sandbox = makeSandbox();
  const folder = join(sandbox.folder, 'folder');
  mkdirSync(folder);
  const large = join(sandbox.folder, 'large');
  writeFileSync(large, Buffer.alloc(32 * 1024 * 1024 + 1, 32));
  const refused = async (file: string) => errorOf(await runRook(sandbox, ['recover', file, '--json']));
  expect(await refused(join(sandbox.folder, 'none'))).toMatchObject({ code: 'not_found' });
  const { code, message } = await refused(folder);
  expect([code, message]).toEqual(['not_readable', `${folder} cannot be read: it is a folder.`]);
  expect((await refused(large)).message).toBe(
    `${large} is larger than 32 MB, which is the most that is read.`,
  );
  expect(await refused('')).toMatchObject({ code: 'usage' });
  expect((await runRook(sandbox, ['recover'])).code).toBe(2);
});
