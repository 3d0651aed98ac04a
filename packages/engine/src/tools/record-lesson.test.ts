import { contentHashSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { createRecordLesson } from './record-lesson.ts';
import { callTool, fakePorts } from './test-tools.ts';

const input = { lesson: 'Migrate first.', file: 'CLAUDE.md' };
const judged = new Set(['CLAUDE.md']);

it('H-28 writes what was approved, and nothing where the file changed since', async () => {
  const ports = fakePorts({ 'CLAUDE.md': 'Use tabs.\n' });
  const prepared = createRecordLesson(ports).prepare(input);
  const preview = prepared.ok ? await prepared.value.preview?.() : undefined;
  if (preview?.ok !== true) throw new Error('There is no preview.');
  expect(preview.value.text).toContain('+- Migrate first.');
  const approved = preview.value.files;
  const other = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);
  const changed = approved.map(({ path, after }) => ({ path, after, before: other }));
  expect(await callTool(ports, 'record_lesson', input, { judged, approved: changed })).toMatchObject({
    error: { code: 'approval_void' },
  });
  expect(await callTool(ports, 'record_lesson', input, { approved })).toMatchObject({
    error: { code: 'stale_file' },
  });
  const read = async () => {
    const found = await ports.workspace.read('CLAUDE.md');
    return found.ok ? new TextDecoder().decode(found.value.bytes) : null;
  };
  expect(await read()).toBe('Use tabs.\n');
  expect(await callTool(ports, 'record_lesson', input, { judged, approved })).toMatchObject({ ok: true });
  expect(await read()).toContain(
    'Use tabs.\n\n<!-- rook:lessons begin -->\n## Lessons learned\n\n- Migrate first.\n',
  );
});

it('H-28 takes no file that is not one of instructions', () => {
  const tool = createRecordLesson(fakePorts({}));
  for (const file of ['src/a.ts', '../CLAUDE.md', 'docs/CLAUDE.md', '', './CLAUDE.md'])
    expect(tool.prepare({ ...input, file }).ok, file).toBe(false);
});

it('H-28 writes into no file that is not text', async () => {
  const ports = fakePorts({ 'CLAUDE.md': new Uint8Array([0xff, 0xfe, 0x41, 0x00]) });
  expect(await callTool(ports, 'record_lesson', input, { judged })).toMatchObject({
    error: { code: 'malformed' },
  });
});
