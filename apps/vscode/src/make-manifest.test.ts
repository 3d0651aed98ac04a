import { ck3raven, rook, type Brand } from '@rook/contract';
import { expect, it } from 'vitest';

import { makeManifest } from './make-manifest.ts';

const facts = { version: '1.2.3', license: 'MIT' };

it('A-01 contributes exactly the participant of the brand', () => {
  expect(makeManifest(ck3raven, facts)).toMatchObject({
    contributes: {
      chatParticipants: [
        {
          id: 'ck3raven',
          name: 'ck3raven',
          fullName: 'CK3 Raven',
          description: 'CK3 modding assistant with conflict detection and mod editing',
          isSticky: true,
        },
      ],
    },
  });
  expect(makeManifest(rook, facts)).toMatchObject({ contributes: { chatParticipants: [{ id: 'rook' }] } });
});

it('A-01 names its icon, and starts with a request, a command, or where there are sessions', () => {
  expect(makeManifest(ck3raven, facts)).toMatchObject({
    icon: 'media/ck3raven-icon.png',
    activationEvents: ['workspaceContains:.ck3raven/chats'],
    version: '1.2.3',
  });
});

it.each([
  ['I-20', 'ck3raven.chatJournal.tagLastTurn', 'CK3 Raven: Tag Last Chat Turn', '$(tag)'],
  [
    'I-24',
    'ck3raven.chatJournal.createActionFromLastTurn',
    'CK3 Raven: Create Action from Last Turn',
    '$(tasklist)',
  ],
  ['I-26', 'ck3raven.chatJournal.search', 'CK3 Raven: Search Chat Journal', '$(search)'],
  ['I-29', 'ck3raven.chatJournal.openFolder', 'CK3 Raven: Open Chat Journal Folder', '$(folder-opened)'],
  ['R-01', 'ck3raven.diagnose', 'CK3 Raven: Run Diagnostics', '$(pulse)'],
])('%s contributes the command %s with its title and icon', (_item, command, title, icon) => {
  const { contributes } = makeManifest(ck3raven, facts);
  expect(contributes).toHaveProperty('commands');
  expect(JSON.stringify(contributes)).toContain(JSON.stringify({ command, title, icon }));
});

it('R-03 has the setting of other recorders, empty by default', () => {
  const name = 'ck3raven.chatJournal.knownChatRecorderExtensions';
  expect(makeManifest(ck3raven, facts)).toMatchObject({
    contributes: { configuration: { properties: { [name]: { type: 'array', default: [] } } } },
  });
});

it('H-34 says why lines are there only to who wants it', () => {
  expect(makeManifest(ck3raven, facts)).toMatchObject({
    contributes: {
      configuration: {
        properties: {
          'ck3raven.why.codeLens': { type: 'boolean', default: false },
          'ck3raven.why.hover': { type: 'boolean', default: false },
        },
      },
    },
  });
});

/** The manifest without what every brand protects: the folders of all of them. */
function textOf(brand: Brand): string {
  const folders = new Set([rook, ck3raven].map(({ folder }) => `**/${folder}/**`));
  return JSON.stringify(makeManifest(brand, facts), (_key, value: unknown) =>
    typeof value === 'string' && folders.has(value) ? '' : value,
  ).toLowerCase();
}

it('no name of one brand stands in the manifest of another', () => {
  expect(textOf(ck3raven)).not.toContain('rook');
  expect(textOf(rook)).not.toMatch(/ck3|raven/u);
});
