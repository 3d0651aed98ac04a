import { intentIdSchema, succeed } from '@rook/contract';
import * as z from 'zod';

import { showIntent } from '../intents/intent-context.ts';
import { INTENTS_PATH } from '../intents/intent.ts';
import { SELECT_INTENT, takeUpIntent, type SelectAccess } from '../intents/take-up-intent.ts';
import { defineTool, type Tool } from './tool.ts';

/** What selecting an intent needs. */
export interface IntentAccess extends SelectAccess {
  /** How much of an intent the model is told. */
  readonly maxContextChars: number;
}

/** What it writes, it asks the gate for: a record that nobody confirmed is confirmed by a person. */
export function createSelectIntent(access: IntentAccess): Tool {
  const tool = defineTool({
    name: SELECT_INTENT,
    description:
      'Selects the intent that the following changes are made for. In this workspace nothing can be changed, run or fetched before. Returns the scope, the constraints and the acceptance criteria of the intent, which hold from then on.',
    schema: z.strictObject({
      intent_id: intentIdSchema.describe(`The id of an intent in ${INTENTS_PATH}, as in INT-001.`),
    }),
    effect: 'read',
    effectOf: () => ({ kind: 'read', paths: [] }),
    run: async ({ intent_id: id }, around) => {
      const allow = async () => around.allow({ kind: 'write', paths: [INTENTS_PATH] });
      const selected = await takeUpIntent(access, id, { by: 'assistant', allow });
      if (!selected.ok) return selected;
      const context = showIntent(selected.value, access.maxContextChars);
      return succeed({ text: `Active intent set to ${id}.\n${context}` });
    },
  });
  return { ...tool, isAlone: true };
}
