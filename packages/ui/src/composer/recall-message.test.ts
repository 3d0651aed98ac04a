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
  const message = await recallMessage(createFakeWorkbench(), conversation, 'Look at @a.ts');
  expect(message).toMatchObject({
    text: 'Look at @a.ts @b.ts',
    files: ['a.ts', 'b.ts'],
    images: [{ blob, mediaType: 'image/png' }],
  });
  const typed = { ...EMPTY_DRAFT, text: 'typed' };
  expect(joinDrafts(message, typed)).toEqual({ ...message, text: 'Look at @a.ts @b.ts\ntyped' });
  expect(await recallMessage(createFakeWorkbench(), conversation, 'Never said')).toEqual({
    ...EMPTY_DRAFT,
    text: 'Never said',
  });
});

test('A-10 edits the whole of a message that is too long for an entry', async () => {
  const workbench = createFakeWorkbench();
  const whole = 'long '.repeat(100);
  const cut = { truncated: true, sha256: workbench.keep(whole), preview: 'long', byte_len: whole.length };
  const said = { event_type: 'message_admitted', message_id: messageId(9), text: cut };
  const conversation = foldEntries(emptyConversation(), writeEntries([said]));
  expect((await recallMessage(workbench, conversation, 'long')).text).toBe(whole);
});
