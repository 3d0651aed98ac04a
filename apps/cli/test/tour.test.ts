import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { messageIdSchema, succeed, TOUR_STEPS, type EntryBase, type Workbench } from '@rook/contract';
import { expect, it, onTestFinished, vi } from 'vitest';

import { composeHome, type TourHost } from '../src/compose-tour.ts';
import { makeCall } from './make-call.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';
import { must, openTour, rewindNewest, type PlayedTour } from './tour-rook.ts';

const PATIENCE = 120_000;

const isGone = (folder: string | undefined) => !existsSync(dirname(folder ?? '/'));
const typesOf = (entries: readonly EntryBase[]) => entries.map(({ event_type: type }) => type);

function doneOf({ progress }: PlayedTour): readonly string[] {
  return progress()
    .steps.filter(({ isDone }) => isDone)
    .map(({ id }) => id);
}

it(
  'Q-12 the tour goes from a refused write to a verified chain with the real engine',
  { timeout: PATIENCE },
  async () => {
    const tour = await openTour();
    const { workbench, workspace, send } = tour;
    const read = (path: string) => readFileSync(join(workspace, path), 'utf8');
    expect(must(await workbench.call('about', {}))).toMatchObject({
      isTour: true,
      isGoverned: true,
      homeUrl: 'http://127.0.0.1:4680/',
      connection: { name: 'tour', provider: 'scripted', model: 'tour-guide' },
    });

    const refused = (await send('refusal')).find(({ event_type: type }) => type === 'tool_call_refused');
    expect(refused).toMatchObject({ error: { code: 'no_intent' } });
    expect(existsSync(join(workspace, 'src/hours.js'))).toBe(false);
    expect(doneOf(tour)).toEqual(['refusal']);

    expect(await send('intent')).toContainEqual(
      expect.objectContaining({ event_type: 'intent_selected', intent_id: 'INT-001' }),
    );
    expect(doneOf(tour)).toEqual(['refusal', 'intent']);

    const asked = (await send('approval')).find(({ event_type: type }) => type === 'approval_requested');
    expect(asked).toMatchObject({ effect: 'write', paths: ['package.json'] });
    expect(JSON.stringify(asked)).toContain('+  \\"version\\": \\"1.1.0\\"');
    expect(read('package.json')).toContain('"version": "1.1.0"');
    expect(doneOf(tour)).toEqual(['refusal', 'intent', 'approval']);

    expect(typesOf(await send('edit'))).not.toContain('approval_requested');
    expect(read('src/price.js')).toContain('Math.round');
    expect(doneOf(tour)).toEqual(['refusal', 'intent', 'approval', 'edit']);

    expect(await workbench.call('tour_act', { act: 'colleague_saves' })).toMatchObject({
      value: { path: 'src/price.js' },
    });
    const stale = typesOf(await send('stale'));
    expect(stale.indexOf('change_set_refused')).toBeLessThan(stale.indexOf('change_set_applied'));
    expect(read('src/price.js')).toContain('// Prices are in euros.');
    expect(read('src/price.js')).toContain('A colleague saved this file');
    expect(doneOf(tour)).toContain('stale');

    await send('todo');
    expect(doneOf(tour)).toContain('todo');
    const overview = must(await workbench.call('session_overview', { session: tour.session() }));
    expect(overview.todos.map(({ completed }) => completed)).toEqual([true, false]);

    const tests = await send('test');
    expect(tests.filter(({ event_type: type }) => type === 'command_ended')).toMatchObject([
      { exit_code: 1 },
      { exit_code: 0 },
    ]);
    expect(typesOf(tests)).toContain('approval_answered');
    expect(doneOf(tour)).toContain('test');

    const undone = await rewindNewest(workbench);
    expect(undone).toMatchObject({ session: tour.session(), isRecorded: true });
    expect(read('src/discount.js')).toContain('=== 1');
    expect(must(await workbench.call('session_verify', { session: tour.session() }))).toMatchObject({
      ok: true,
    });

    const state = must(await workbench.call('tour_state', {}));
    expect(state.next).toBeNull();
    expect(state.steps.map(({ id, isDone }) => [id, isDone])).toEqual(TOUR_STEPS.map(({ id }) => [id, true]));

    const verified = await runRook(makeSandbox(), ['journal', 'verify', '--json'], {
      cwd: workspace,
      env: { ROOK_HOME: tour.home },
    });
    expect(verified).toMatchObject({ code: 0 });
  },
);

it(
  'Q-12 steps of the tour survive being repeated, refused and taken in another order',
  { timeout: PATIENCE },
  async () => {
    const tour = await openTour();
    const { send, workbench } = tour;
    // Nothing is run or changed before an intent is there, and the model says so.
    for (const id of ['stale', 'test', 'approval', 'todo'] as const)
      expect((await send(id)).at(-1)).toMatchObject({ event_type: 'turn', status: 'completed' });
    expect(doneOf(tour)).toEqual(['refusal']);
    await send('intent');
    await send('approval', 'no');
    expect(doneOf(tour)).toContain('approval');
    for (const id of ['test', 'test', 'todo', 'todo', 'edit', 'edit', 'stale', 'stale', 'intent'] as const)
      expect((await send(id)).at(-1)).toMatchObject({ event_type: 'turn', status: 'completed' });
    await rewindNewest(workbench);
    // What a rewind left is nothing that the model was shown; it looks, and a save after that is caught.
    await send('stale');
    for (const act of ['colleague_saves', 'colleague_saves'] as const)
      must(await workbench.call('tour_act', { act }));
    await send('stale');
    await send('refusal');
    expect(must(await workbench.call('session_verify', { session: tour.session() }))).toMatchObject({
      ok: true,
    });
    const state = must(await workbench.call('tour_state', {}));
    expect(state.steps.filter(({ isDone }) => !isDone).map(({ id }) => id)).toEqual([]);
  },
);

it('Q-12 a tour is served, left at any time, and leaves nothing behind', { timeout: PATIENCE }, async () => {
  const sandbox = makeSandbox();
  const served: Workbench[] = [];
  let closed = 0;
  const close = async () => {
    closed += 1;
  };
  const host: TourHost = {
    homeUrl: () => 'http://127.0.0.1:4680/',
    serve: async (workbench) => {
      served.push(workbench);
      return Promise.resolve(succeed({ url: `http://127.0.0.1:1/#${served.length}`, close }));
    },
  };
  const home = must(await composeHome(makeCall(sandbox), () => ({ surface: 'workbench' }), host));
  onTestFinished(async () => home.close());
  expect(await home.call('tour_state', {})).toMatchObject({ ok: false });
  expect(await home.call('tour_act', { act: 'colleague_saves' })).toMatchObject({ ok: false });
  expect(must(await home.call('about', {})).isTour).toBe(false);
  for (const url of ['http://127.0.0.1:1/#1', 'http://127.0.0.1:1/#2'])
    expect(must(await home.call('tour_start', {}))).toEqual({ url });
  const folders: string[] = [];
  for (const tour of served) {
    expect(await tour.call('tour_start', {})).toMatchObject({ ok: false });
    expect(await tour.call('connection_test', { provider: 'xai' })).toMatchObject({ ok: false });
    folders.push(must(await tour.call('about', {})).workspace?.path ?? '');
  }
  expect(folders.map((folder) => existsSync(join(folder, 'src/price.js')))).toEqual([true, true]);
  // In the middle of a turn that waits for an answer.
  const text = 'Run the tests, and fix what fails.';
  const command = { type: 'message_send', message_id: messageIdSchema.parse('msg-1-1'), text } as const;
  expect(await served[0]?.call('session_send', { session: null, command })).toMatchObject({ ok: true });
  const left = await served[0]?.call('tour_leave', {});
  expect(left).toEqual(succeed({ homeUrl: 'http://127.0.0.1:4680/' }));
  await vi.waitFor(() => expect(isGone(folders[0])).toBe(true), { timeout: PATIENCE / 2 });
  expect([closed, isGone(folders[1])]).toEqual([1, false]);
  await home.close();
  expect([closed, isGone(folders[1])]).toEqual([2, true]);
});
