import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { startWireServer, type WireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { errorOf, listAt, textAt, valueAt } from './read-output.ts';
import { launcher, quote, runProgram, runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

function messageOf(sandbox: Sandbox): unknown {
  return entriesOf(journalLines(sandbox), 'message_admitted').at(-1);
}

it('B-27 what is piped in is the message, or is added to it under a line', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, { default: saying('ok') });
  await runRook(sandbox, ['ask'], { env, input: 'What is\nthis?\n' });
  expect(textAt(messageOf(sandbox), 'text')).toBe('What is\nthis?');
  await runRook(sandbox, ['ask', '--continue', 'Explain'], { env, input: 'diff --git\n+a\n' });
  expect(textAt(messageOf(sandbox), 'text')).toBe('Explain\n\n---\n\ndiff --git\n+a');
  await runRook(sandbox, ['ask', '--continue', 'Alone'], { env, input: '\n' });
  expect(textAt(messageOf(sandbox), 'text')).toBe('Alone');
});

it('B-27 nothing, too much, or no text on a pipe is told, and nothing is sent', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, { default: saying('ok') });
  const run = async (input: string) => runRook(sandbox, ['ask', '--json'], { env, input });
  expect(errorOf(await run(' \n'))).toMatchObject({ code: 'usage' });
  expect(errorOf(await run('x'.repeat(1_000_001)))).toMatchObject({ code: 'too_large' });
  expect(errorOf(await run('a\0b'))).toMatchObject({ code: 'binary_file' });
  expect(journalLines(sandbox)).toEqual([]);
});

it('T-15 a standard input that was closed before is none', async () => {
  const sandbox = makeSandbox();
  const env = { ...sandbox.env, ...playing(sandbox, { default: saying('ok') }) };
  const typed = `${quote(process.execPath)} ${quote(launcher)} ask Hi <&-`;
  const end = await runProgram('bash', ['--norc', '-c', typed], { env, cwd: sandbox.workspace });
  expect(end).toMatchObject({ code: 0, stdout: 'ok\n' });
});

it('D-08 --file takes files of the workspace along, by their real path', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'src', 'a.ts'), 'const a = 1;\n');
  symlinkSync('src/a.ts', join(sandbox.workspace, 'link.ts'));
  const env = playing(sandbox, {
    steps: [{ match: { anyMessage: 'const a = 1;' }, answer: saying('seen') }],
    default: saying('not seen'),
  });
  const words = ['ask', '--file', 'a.ts', '--file', '../link.ts', 'Explain'];
  const end = await runRook(sandbox, [...words, '--workspace', sandbox.workspace], {
    env,
    cwd: join(sandbox.workspace, 'src'),
  });
  expect(end).toMatchObject({ code: 0, stdout: 'seen\n' });
  expect(listAt(messageOf(sandbox), 'files')).toContain('src/a.ts');
  const shown = entriesOf(journalLines(sandbox), 'file_shown').map((entry) => [
    textAt(entry, 'path'),
    textAt(entry, 'by'),
  ]);
  expect(shown).toContainEqual(['src/a.ts', 'user']);
});

it.each([
  ['outside', 'outside_workspace', /pipe it in instead/],
  ['link out', 'outside_workspace', /pipe it in instead/],
  ['missing.ts', 'not_found', /no such file/],
  ['.', 'invalid_value', /no plain file/],
])('D-08 a file that cannot go along is told, and nothing is sent: %s', async (name, code, sentence) => {
  const sandbox = makeSandbox();
  place(join(sandbox.folder, 'outside'), 'x');
  symlinkSync(join(sandbox.folder, 'outside'), join(sandbox.workspace, 'link out'));
  const path = name === 'outside' ? join(sandbox.folder, name) : name;
  const env = playing(sandbox, { default: saying('ok') });
  const end = await runRook(sandbox, ['ask', '--json', '--file', path, 'Hi'], { env });
  expect(end.code).toBe(1);
  expect(errorOf(end).code).toBe(code);
  expect(errorOf(end).message).toMatch(sentence);
  expect(journalLines(sandbox)).toEqual([]);
});

it('A-17 O-11 --image goes to the model as an image, by what it holds and not by its name', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.folder, 'picture.txt'), PNG);
  const server = await serve();
  const env = wireEnvironment(server);
  const words = ['ask', '--image', join(sandbox.folder, 'picture.txt'), 'What is it?'];
  expect(await runRook(sandbox, words, { env })).toMatchObject({ code: 0, stdout: 'A dot.\n' });
  expect(valueAt(messageOf(sandbox), 'images', 0, 'media_type')).toBe('image/png');
  expect(server.received.at(-1)?.body).toContain(PNG.toString('base64'));
  const blind = { ...env, ROOK_MODEL: 'grok-3-mini', ROOK_VISION_MODEL: 'grok-4' };
  expect(await runRook(sandbox, words, { env: blind })).toMatchObject({ code: 0, stdout: 'A dot.\n' });
  expect(server.received.at(-1)?.body).toContain('"grok-4"');
});

it.each([
  ['text.png', 'hello', 'invalid_value'],
  ['empty.png', '', 'invalid_value'],
  ['cut.png', PNG.subarray(0, 8), 'invalid_value'],
  ['cut.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'invalid_value'],
  ['huge.png', Buffer.concat([PNG, Buffer.alloc(5_000_000)]), 'too_large'],
])('A-17 what is no image that a model takes is told: %s', async (name, content, code) => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, name), content);
  const env = playing(sandbox, { default: saying('ok') });
  const end = await runRook(sandbox, ['ask', '--json', '--image', name, 'Hi'], { env });
  expect(end.code).toBe(1);
  expect(errorOf(end).code).toBe(code);
});

async function serve(): Promise<WireServer> {
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play({
    version: 1,
    steps: [{ match: { image: true }, repeat: 'always', answer: saying('A dot.') }],
    default: saying('No image came.'),
  });
  return server;
}

function wireEnvironment({ url }: WireServer): Readonly<Record<string, string>> {
  return {
    ROOK_PROVIDER: 'xai',
    ROOK_BASE_URL: `${url}/v1`,
    ROOK_API_KEY: ['canary', 'of', 'images'].join('-'),
    ROOK_MODEL: 'grok-4',
  };
}
