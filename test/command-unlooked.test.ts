import { expect, it } from 'vitest';

import { makeCommandRoom, type CommandRoom } from './command-room.ts';

/** More names than anybody looks at, and a protected one among them. */
function fill(room: CommandRoom, folder: string, count: number): void {
  for (let at = 0; at < count; at += 1) room.put(`${folder}/n${at}`, '');
  room.put(`${folder}/Jenkinsfile`);
  room.put(`${folder}/server.key`);
}

const LINES = ['rm many/*', 'mv many/* lib', 'cp many/* lib', 'chmod +x many/*', 'cat many/*', 'rm -r many'];

it('G-06 H-24 asks in mode allow where a pattern matches more names than can be looked at', async () => {
  const room = makeCommandRoom('allow');
  room.put('lib/a');
  fill(room, 'many', 4100);
  for (const line of LINES) {
    const { allowed } = await room.decide(line);
    expect(allowed, line).toBe(false);
    expect((await room.facts(line)).unread, line).toMatch(/can be looked at|protected/u);
  }
  // Their names tell nothing, and what a program makes of its words nobody knows anyway.
  for (const line of ['ls many/*', 'echo many/*', 'make many/*', 'rm lib/a'])
    expect((await room.decide(line)).allowed, line).toBe(true);
}, 60_000);

it('G-06 H-24 asks in mode allow about fewer names only where one of them is protected or secret', async () => {
  const room = makeCommandRoom('allow');
  fill(room, 'few', 40);
  for (let at = 0; at < 40; at += 1) room.put(`plain/n${at}`);
  room.put('lib/a');
  for (const line of LINES) {
    expect((await room.decide(line.replaceAll('many', 'few'))).allowed, line).toBe(false);
    expect((await room.decide(line.replaceAll('many', 'plain'))).allowed, line).toBe(true);
  }
}, 60_000);

it('G-06 H-24 knows which protected files lie below a folder that is taken away', async () => {
  const room = makeCommandRoom('allow');
  for (const path of [
    'a/deep/.husky/pre-commit',
    'a/.bashrc',
    'a/deep/Jenkinsfile',
    'node_modules/x/Jenkinsfile',
  ])
    room.put(path);
  for (const line of ['rm -rf a', 'rm --recursive a/deep', 'chmod -R 777 a', 'mv a b', 'cp -r a b'])
    expect((await room.decide(line)).allowed, line).toBe(false);
  // What was installed is not looked through.
  expect((await room.decide('rm -rf node_modules')).allowed).toBe(true);
});
