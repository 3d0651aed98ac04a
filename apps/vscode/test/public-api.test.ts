import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ck3raven, rook } from '@rook/contract';
import { expect, it } from 'vitest';

import { makeManifest } from '../src/make-manifest.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const SOURCES = [
  'apps/vscode/src',
  ...['model', 'sources', 'workspace'].map((port) => `packages/adapters/${port}-vscode/src`),
];

/** All that the extension says to the editor, without its tests. */
function readSources(): readonly { readonly name: string; readonly text: string }[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
  );
}

/** Ways into what is not ours; that only members of the public API are named is checked by its types. */
const HOOKS: readonly (readonly [string, RegExp])[] = [
  ['names another assistant', /copilot/iu],
  ['takes what another extension exports', /\.exports\b|getExtension\([^)]*\)\??\.\w/u],
  ['runs commands of the chat', /['"`]workbench\.action\.chat/u],
  ['changes what the editor gives it', /\b(?:vscode|editor)\.(?:chat|lm)(?:\.\w+)?\s*=[^=>]/u],
  ['asks for proposals of the API', /enabledApiProposals|chatParticipantPrivate|defaultChatParticipant/u],
];

function findHooks(text: string): readonly string[] {
  return HOOKS.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));
}

it('A-07 touches no other participant and nothing of other extensions', () => {
  const sources = readSources();
  expect(sources.length).toBeGreaterThan(20);
  for (const { name, text } of sources) expect(findHooks(text), name).toEqual([]);
  const registered = sources.filter(({ text }) => text.includes('createChatParticipant('));
  expect(registered.map(({ name }) => name)).toEqual([join('apps/vscode/src', 'main.ts')]);
});

it.each([rook, ck3raven])(
  'A-07 the manifest of $id asks for no proposal and for no other extension',
  (brand) => {
    const manifest = makeManifest(brand, { version: '1.0.0', license: 'MIT' });
    for (const field of ['enabledApiProposals', 'extensionDependencies', 'extensionPack'])
      expect(manifest).not.toHaveProperty(field);
  },
);

it.each([
  "extensions.getExtension('github.copilot-chat')",
  'editor.extensions.getExtension(id)?.exports',
  "await commands.executeCommand('workbench.action.chat.open')",
  'vscode.chat.createChatParticipant = wrap(vscode.chat.createChatParticipant)',
  "{ enabledApiProposals: ['chatParticipantPrivate'] }",
])('A-07 has a check that catches %s', (text) => {
  expect(findHooks(text)).not.toEqual([]);
});
