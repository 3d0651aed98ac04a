import { fail, rookError, succeed, type About, type Result, type SessionId } from '@rook/contract';
import type { Model } from '@rook/engine';
import type * as vscode from 'vscode';

import type { ChatDesk } from './compose-session.ts';

/** What the turns of each session work with: what its chat brought along, or what the editor has for the page. */
export interface Seats {
  readonly of: (session: SessionId) => ChatDesk | null;
  readonly sit: (session: SessionId, desk: ChatDesk) => void;
  /** For the next turns of a session: with the model of this id, or with its own, or with the one that the page shows. */
  readonly find: (session: SessionId, model: string | undefined) => Promise<Result<ChatDesk>>;
  /** What the page shows of the models. */
  readonly offer: () => Promise<Pick<About, 'connection' | 'missing' | 'models'>>;
}

type EditorModels = { readonly lm: Pick<typeof vscode.lm, 'selectChatModels'> };

const NONE =
  'The editor offers no model. Sign in to one in VS Code, or choose one in its chat, and look here again.';

export function createSeats({ lm }: EditorModels, toModel: (chat: vscode.LanguageModelChat) => Model): Seats {
  const desks = new Map<SessionId, ChatDesk>();
  /** What somebody chose in a chat of this window. */
  let chosen: string | null = null;

  async function list(): Promise<readonly vscode.LanguageModelChat[]> {
    try {
      return await lm.selectChatModels();
    } catch {
      return [];
    }
  }

  /** What was chosen last, as long as there is such a model. */
  function usual(models: readonly vscode.LanguageModelChat[]): vscode.LanguageModelChat | undefined {
    return models.find(({ id }) => id === chosen) ?? models[0];
  }

  return {
    of: (session) => desks.get(session) ?? null,
    sit: (session, desk) => {
      desks.set(session, desk);
      if (desk.isRelay !== true) chosen = desk.model.name;
    },
    find: async (session, model) => {
      const kept = desks.get(session);
      if (kept !== undefined && (model === undefined || kept.model.name === model)) return succeed(kept);
      const models = await list();
      const found = model === undefined ? usual(models) : models.find(({ id }) => id === model);
      if (found === undefined) {
        const sentence =
          model === undefined ? NONE : `The editor offers no model ${model}; choose another one.`;
        return fail(rookError('model_no_connection', sentence));
      }
      // No request of a chat stands behind it: what a tool of the editor asks for is asked in a dialog there.
      const desk = { model: toModel(found), token: undefined };
      desks.set(session, desk);
      return succeed(desk);
    },
    offer: async () => {
      const models = await list();
      const first = usual(models);
      if (first === undefined) return { connection: null, missing: NONE, models: [] };
      const { name, vendor, id } = first;
      return { connection: { name, provider: vendor, model: id }, models: models.map((model) => model.id) };
    },
  };
}
