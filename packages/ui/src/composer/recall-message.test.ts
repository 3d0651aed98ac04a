import { contentHashSchema } from '@rook/contract';
import { expect, test } from 'vitest';

import { createFakeWorkbench } from '../../test/fake-workbench.ts';
import { messageId, plainTurn, writeEntries } from '../../test/sample-entries.ts';
import { emptyConversation } from '../state/conversation.ts';
import { foldEntries } from '../state/fold-conversation.ts';
import { joinDrafts } from './join-drafts.ts';
import { EMPTY_DRAFT } from './parse-draft.ts';
import { recallMessage } from './recall-message.ts';

const blob = contentHashSchema.parse(`sha256:${'1'.repeat(64)}`);

test('A-10 edits a message with its images and files, and what was typed stays below', async () => {
  const said = {
    event_type: 'message_admitted',
    message_id: messageId(9),
    text: 'Look at @a.ts',
    files: ['a.ts', 'b.ts'],
    images: [{ blob, media_type: 'image/png' }],
  };
  const conversation = foldEntries(emptyConversation(), writeEntries([...plainTurn(1), said]));
  const turn = conversation.turns.find(({ messageId: id }) => id === messageId(9)) ?? 'none';
  const recalled = await recallMessage(createFakeWorkbench(), turn);
  const message = recalled.ok ? recalled.value : EMPTY_DRAFT;
  expect(message).toMatchObject({
    text: 'Look at @a.ts @b.ts',
    files: ['a.ts', 'b.ts'],
    images: [{ blob, mediaType: 'image/png' }],
  });
  const typed = { ...EMPTY_DRAFT, text: 'typed' };
  expect(joinDrafts(message, typed)).toEqual({ ...message, text: 'Look at @a.ts @b.ts\ntyped' });
  expect(await recallMessage(createFakeWorkbench(), 'Look at @a.ts')).toEqual({
    ok: true,
    value: { ...EMPTY_DRAFT, text: 'Look at @a.ts' },
  });
});

test('A-10 edits the whole of a message that is too long for an entry', async () => {
  const workbench = createFakeWorkbench();
  const whole = 'long '.repeat(100);
  const cut = { truncated: true, sha256: workbench.keep(whole), preview: 'long', byte_len: whole.length };
  const said = { event_type: 'message_admitted', message_id: messageId(9), text: cut };
  const conversation = foldEntries(emptyConversation(), writeEntries([said]));
  const [turn = 'none'] = conversation.turns;
  expect(await recallMessage(workbench, turn)).toMatchObject({ ok: true, value: { text: whole } });
});

test('A-10 says so where only the beginning of a message is kept, and edits no half of it', async () => {
  const cut = { truncated: true, sha256: '1'.repeat(64), preview: 'Delete nothing', byte_len: 90_000 };
  const said = { event_type: 'message_admitted', message_id: messageId(9), text: cut };
  const [turn = 'none'] = foldEntries(emptyConversation(), writeEntries([said])).turns;
  expect(await recallMessage(createFakeWorkbench(), turn)).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});
