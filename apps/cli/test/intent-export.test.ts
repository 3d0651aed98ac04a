import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { agentTraceSchema } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { playing } from './ask-rook.ts';
import { calling, govern, select, write } from './intent-rook.ts';
import { jsonOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

it('H-13 H-30 exports the lines of change sets as one record of agent-trace', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const empty = agentTraceSchema.parse(jsonOf(await runRook(sandbox, ['intent', 'export', '--json'])));
  expect(empty.files).toEqual([]);
  const calls = calling(
    select('INT-001'),
    write('src/auth/a.ts', 'one\ntwo\n'),
    write('src/auth/b.ts', 'b\n'),
  );
  await runRook(sandbox, ['ask', '--yes', 'Do it'], { env: playing(sandbox, calls) });
  const file = join(sandbox.workspace, 'src/auth/a.ts');
  writeFileSync(file, `mine\n${readFileSync(file, 'utf8')}`);
  const trace = agentTraceSchema.parse(jsonOf(await runRook(sandbox, ['intent', 'export', '--json'])));
  expect(trace.files.map(({ path }) => path)).toEqual(['src/auth/a.ts', 'src/auth/b.ts']);
  const [conversation] = trace.files[0]?.conversations ?? [];
  expect(conversation?.contributor).toEqual({ type: 'ai', model_id: 'scripted' });
  expect(conversation?.ranges).toMatchObject([{ start_line: 2, end_line: 3 }]);
  expect(conversation?.related?.[0]).toEqual({ type: 'intent', url: 'urn:rook:intent:INT-001' });
  expect(trace.vcs).toBeUndefined();
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: sandbox.workspace }).toString().trim();
  git('init', '-q');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'first');
  const shown = await runRook(sandbox, ['intent', 'export']);
  expect(agentTraceSchema.parse(JSON.parse(shown.stdout)).vcs).toEqual({
    type: 'git',
    revision: git('rev-parse', 'HEAD'),
  });
  expect(agentTraceSchema.safeParse(JSON.parse(shown.stdout)).success).toBe(true);
});
