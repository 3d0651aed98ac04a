import { rook } from '@rook/contract';
import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import * as z from 'zod';

import { chooseFolder, type EditorFolders } from './choose-folder.ts';

const uriSchema = z.custom<vscode.Uri>((value) => typeof value === 'object');
const documentSchema = z.custom<vscode.TextDocument>((value) => typeof value === 'object');

function folder(index: number, name: string, scheme = 'file'): vscode.WorkspaceFolder {
  return { index, name, uri: uriSchema.parse({ scheme, fsPath: `/folders/${name}` }) };
}

interface Open {
  readonly folders: readonly vscode.WorkspaceFolder[];
  readonly looked?: vscode.WorkspaceFolder;
  readonly isTrusted?: boolean;
}

function editorWith({ folders, looked, isTrusted = true }: Open): EditorFolders {
  const document = documentSchema.parse({
    uri: uriSchema.parse({ scheme: 'file', fsPath: '/folders/file' }),
  });
  return {
    workspace: { workspaceFolders: folders, getWorkspaceFolder: () => looked, isTrusted },
    window: { activeTextEditor: looked === undefined ? undefined : { document } },
  };
}

const [near, second, far] = [folder(0, 'near'), folder(1, 'second'), folder(1, 'far', 'vscode-vfs')];

it.each([
  ['one folder', { folders: [near] }, '/folders/near', null],
  ['no folder', { folders: [] }, null, 'No folder is open, so Rook can talk and nothing else.'],
  [
    'a virtual folder',
    { folders: [far] },
    null,
    'Rook cannot work in a virtual folder, so it can talk and nothing else.',
  ],
  ['the first of several', { folders: [near, second] }, '/folders/near', 'Working in the folder near.'],
  [
    'the one that is looked at',
    { folders: [near, second], looked: second },
    '/folders/second',
    'Working in the folder second.',
  ],
  [
    'a folder of this machine beside a virtual one',
    { folders: [near, far], looked: far },
    '/folders/near',
    'Working in the folder near.',
  ],
  [
    'a folder that is not trusted',
    { folders: [near], isTrusted: false },
    '/folders/near',
    'You do not trust this folder, so Rook only reads in it: nothing is changed and nothing is run.',
  ],
])('T-15 works in %s, and says what is special about it', (_what, open, root, note) => {
  expect(chooseFolder(editorWith(open), rook)).toEqual({ root, note });
});
