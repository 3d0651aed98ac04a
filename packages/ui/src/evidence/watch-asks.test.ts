import { sessionIdSchema, type SessionItem } from '@rook/contract';
import { expect, it } from 'vitest';

import { createValueStore } from '../app/value-store.ts';
import { createFakeWorkbench } from '../fake/fake-workbench.ts';
import { sampleSessions } from '../fake/sample-sessions.ts';
import { createSessionsStore } from '../sessions/sessions-store.ts';
import { createSessionStore } from '../state/session-store.ts';
import { watchAsks } from './watch-asks.ts';

const FIRST = sessionIdSchema.parse('rook-20261116-00000001');

async function openWatched(isHidden: boolean) {
  const items: SessionItem[] = sampleSessions(Date.now())
    .slice(0, 2)
    .map((item) => Object.assign(item, { waits: false, isRunning: false }));
  const workbench = createFakeWorkbench({ sessions: items });
  const store = createSessionStore(workbench, FIRST, () => undefined);
  const sessions = createSessionsStore(workbench);
  const told: string[] = [];
  const page = { title: 'Rook', hidden: isHidden };
  const current = { ...createValueStore({ store, number: 0 }), dispose: () => undefined };
  const host = {
    storage: { get: () => null, set: () => undefined },
    platform: 'other' as const,
    notify: (title: string, text: string) => told.push(`${title}: ${text}`),
  };
  const stop = watchAsks({ current, sessions, host }, page);
  await expect.poll(() => store.getState().phase).toBe('ready');
  const ask = (number: number): void => {
    workbench.append(FIRST, 'turn_started', { turn_id: 't0001', message_id: 'msg-1-a' });
    workbench.append(FIRST, 'approval_requested', {
      approval_id: `ap-${number}`,
      turn_id: 't0001',
      tool_use_id: `call-${number}`,
      question: `May file ${number} be changed?`,
    });
  };
  const end = (): void => {
    stop();
    store.dispose();
    sessions.dispose();
  };
  return { workbench, page, told, ask, end };
}

it('Q-16 counts what waits in the title, and tells of each question once while the page is hidden', async () => {
  const { workbench, page, told, ask, end } = await openWatched(true);
  ask(1);
  await expect.poll(() => page.title).toBe('(1) Rook');
  ask(2);
  await expect.poll(() => page.title).toBe('(2) Rook');
  workbench.append(FIRST, 'approval_answered', {
    approval_id: 'ap-1',
    answer: 'yes',
    scope: 'once',
    by: 'user',
  });
  await expect.poll(() => page.title).toBe('(1) Rook');
  expect(told).toEqual(['Rook asks: May file 1 be changed?', 'Rook asks: May file 2 be changed?']);
  end();
  expect(page.title).toBe('Rook');
});

it('Q-16 sends no notification for what came while the page was looked at', async () => {
  const { page, told, ask, end } = await openWatched(false);
  ask(1);
  await expect.poll(() => page.title).toBe('(1) Rook');
  page.hidden = true;
  ask(2);
  await expect.poll(() => page.title).toBe('(2) Rook');
  expect(told).toEqual(['Rook asks: May file 2 be changed?']);
  end();
});
