import { sessionIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';
import type * as vscode from 'vscode';

import { fakeEditor } from '../test/fake-editor.ts';
import { createEditorModel } from './compose.ts';
import { createSeats } from './seats.ts';

const one = sessionIdSchema.parse('rook-20261116-0123abcd');
const other = sessionIdSchema.parse('rook-20261116-0123abce');

function model(id: string): vscode.LanguageModelChat {
  return {
    id,
    name: `Model ${id}`,
    vendor: 'vendor',
    family: 'family',
    version: '1',
    maxInputTokens: 1,
    countTokens: async () => 0,
    sendRequest: async () => {
      throw new Error('Nobody is asked here.');
    },
  };
}

const [small, large] = [model('small'), model('large')];
const toModel = (chat: vscode.LanguageModelChat) => createEditorModel(fakeEditor, chat);

function seatsWith(models: readonly vscode.LanguageModelChat[]) {
  return createSeats({ lm: { selectChatModels: async () => [...models] } }, toModel);
}

it('C-02 a session has the model of its chat, until the page names another one', async () => {
  const seats = seatsWith([small, large]);
  seats.sit(one, { model: toModel(large), token: undefined });
  expect(await seats.find(one, undefined)).toMatchObject({ ok: true, value: { model: { name: 'large' } } });
  expect(await seats.find(one, 'small')).toMatchObject({ ok: true, value: { model: { name: 'small' } } });
  expect(seats.of(one)?.model.name).toBe('small');
});

it('C-02 a session of the page has what was chosen last in a chat, and the page says so', async () => {
  const seats = seatsWith([small, large]);
  expect(await seats.offer()).toMatchObject({ connection: { model: 'small' }, models: ['small', 'large'] });
  seats.sit(one, { model: toModel(large), token: undefined });
  expect(await seats.offer()).toMatchObject({
    connection: { name: 'Model large', provider: 'vendor', model: 'large' },
  });
  expect(await seats.find(other, undefined)).toMatchObject({ ok: true, value: { model: { name: 'large' } } });
});

it('C-02 says what to do where the editor has no model, or not this one', async () => {
  const none = seatsWith([]);
  const offered = await none.offer();
  expect(offered).toMatchObject({ connection: null, models: [] });
  expect(offered.missing).toContain('VS Code');
  expect(await none.find(one, undefined)).toMatchObject({
    ok: false,
    error: { code: 'model_no_connection' },
  });
  expect(none.of(one)).toBeNull();
  const missing = await seatsWith([small]).find(one, 'large');
  expect(missing.ok ? '' : missing.error.message).toContain('large');
  const broken = createSeats(
    { lm: { selectChatModels: async () => Promise.reject(new Error('no')) } },
    toModel,
  );
  expect(await broken.offer()).toMatchObject({ connection: null });
});
