import { intentIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { finished } from '../models/test-models.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { calls, makeSessionRoom, must } from './test-session.ts';

const YAML = `active_intents:
  - {id: INT-001, name: "A & B", status: PENDING, owned_scope: [src/**], constraints: [be kind]}
  - {id: INT-002, name: Other, status: BLOCKED}
`;

const ID = intentIdSchema.parse('INT-001');
const says = [{ kind: 'text', text: 'Done.' } as const, finished()];

function makeRoom(...answers: Parameters<typeof makeSessionRoom>[0][number][]) {
  const room = makeSessionRoom(answers, { files: { '.orchestration/active_intents.yaml': YAML } });
  const intents = createFakeOwnFile('/w/active_intents.yaml', new TextEncoder().encode(YAML));
  return { ...room, intents, start: async () => room.open({ intents }) };
}

/** What the model was sent, one text for each request. */
function requestsOf({ model }: ReturnType<typeof makeRoom>): readonly string[] {
  return model.requests.map((request) => JSON.stringify(request));
}

it('H-05 H-14 H-34 tells each turn which intent is active, or which there are', async () => {
  const room = makeRoom(says, calls(['select_active_intent', { intent_id: 'INT-001' }]), says, says);
  const session = await room.start();
  await room.ask(session, 'Hello');
  expect(session.state().activeIntent).toBe(null);
  await room.ask(session, 'Begin');
  expect(session.state().activeIntent).toBe('INT-001');
  await room.ask(session, 'Go on');
  const [first = '', , , last = ''] = requestsOf(room);
  expect(first).toContain('you MUST call select_active_intent');
  expect(first).toContain('No active intent selected. Call select_active_intent first.');
  expect(first).toContain('- INT-002 (BLOCKED): Other');
  expect(first).toContain('"select_active_intent"');
  expect(last).toContain('<intent_context>\\n  <intent_id>INT-001</intent_id>\\n  <name>A &amp; B</name>');
});

it('H-11 H-34 takes a choice of the person, and writes it before the message that it is for', async () => {
  const room = makeRoom(says);
  const session = await room.start();
  must(await session.send({ type: 'intent_select', intent_id: ID }));
  await room.ask(session, 'Hello');
  expect(session.state().activeIntent).toBe('INT-001');
  const types = room.types().filter((type) => type.startsWith('intent') || type === 'message_admitted');
  expect(types).toEqual(['intent_selected', 'intent_changed', 'message_admitted']);
  const read = await room.intents.read();
  const text = new TextDecoder().decode(must(read) ?? new Uint8Array());
  expect(text).toBe(YAML.replace('status: PENDING', 'status: IN_PROGRESS'));
  const blocked = await session.send({ type: 'intent_select', intent_id: intentIdSchema.parse('INT-002') });
  expect(blocked).toMatchObject({ ok: false, error: { code: 'no_intent' } });
});

it('H-11 writes nothing to the file in a mode that only reads', async () => {
  const room = makeRoom(calls(['select_active_intent', { intent_id: 'INT-001' }]), says);
  const session = await room.start();
  must(await session.send({ type: 'mode_set', mode: 'safe' }));
  await room.ask(session, 'Look');
  expect(session.state().activeIntent).toBe('INT-001');
  const text = new TextDecoder().decode(must(await room.intents.read()) ?? new Uint8Array());
  expect(text).toBe(YAML);
});

it('H-34 refuses a choice where nothing is governed', async () => {
  const room = makeSessionRoom([says]);
  const session = await room.open();
  const refused = await session.send({ type: 'intent_select', intent_id: ID });
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
});
