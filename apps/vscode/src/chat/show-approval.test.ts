import type { EntryOf } from '@rook/contract';
import { entryExamples } from '@rook/contract/testing';
import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import * as z from 'zod';

import { showApproval } from './show-approval.ts';

const streamSchema = z.custom<vscode.ChatResponseStream>();

/** What the chat was given: text, and the buttons with what each answers. */
function shownOf(change: Partial<EntryOf<'approval_requested'>>): {
  readonly text: string;
  readonly buttons: readonly (readonly [string, unknown])[];
} {
  const example = entryExamples.find(({ event_type: type }) => type === 'approval_requested');
  if (example?.event_type !== 'approval_requested') throw new Error('There is no example.');
  const texts: string[] = [];
  const buttons: [string, unknown][] = [];
  const stream = streamSchema.parse({
    markdown: (text: string) => texts.push(text),
    button: ({ title, arguments: [given] }: { title: string; arguments: unknown[] }) =>
      buttons.push([title, z.looseObject({ scope: z.string().optional() }).parse(given).scope ?? 'once']),
  });
  const request = requestSchema.parse({ ...example, session_id: 'rook-20260102-0a1b2c3d', ...change });
  showApproval({ stream, prefix: 'rook' }, request);
  return { text: texts.join(''), buttons };
}

const requestSchema = z.custom<EntryOf<'approval_requested'>>();

it('G-04 G-05 a question about a command offers Run Once, Add & Run and Skip, and names what the second one adds', () => {
  const scopes = ['once', 'session', 'always'] as const;
  const { text, buttons } = shownOf({
    effect: 'command',
    scopes: [...scopes],
    patterns: ['make build'],
    also_allows: ['make build all'],
  });
  expect(text).toContain(
    'For longer than once it allows: make build. That would also allow: make build all.',
  );
  expect(buttons).toEqual([
    ['Run Once', 'once'],
    ['Allow in This Session', 'session'],
    ['Add & Run', 'always'],
    ['Skip', 'once'],
  ]);
});

it('G-04 what can be answered for once alone is not offered for longer', () => {
  const once = shownOf({ effect: 'command', scopes: ['once'], patterns: [] });
  expect(once.buttons.map(([title]) => title)).toEqual(['Run Once', 'Skip']);
  expect(once.text).not.toContain('longer');
  const changed = shownOf({ effect: 'command', scopes: ['once', 'session'], patterns: ['npm test'] });
  expect(changed.buttons.map(([title]) => title)).toEqual(['Run Once', 'Allow in This Session', 'Skip']);
  expect(changed.text).toContain('For longer than once it allows: npm test.');
  const edit = shownOf({ effect: 'write', scopes: ['once', 'session'] });
  expect(edit.buttons.map(([title]) => title)).toEqual(['Yes', 'Yes, for this session', 'No']);
});
