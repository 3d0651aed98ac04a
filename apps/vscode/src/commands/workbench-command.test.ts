import { expect, it } from 'vitest';
import type * as vscode from 'vscode';

import { isServed, openAddress } from './workbench-command.ts';

const at = (text: string) => {
  const { protocol, host, pathname } = new URL(text);
  return { scheme: protocol.slice(0, -1), authority: host, path: pathname };
};

it.each([
  ['http://127.0.0.1:4711/', true],
  ['http://localhost:4711/', true],
  // Another port of this side of a tunnel, a name of somewhere else, a way through a proxy: the server knows none of them.
  ['http://localhost:4712/', false],
  ['http://127.0.0.1:47110/', false],
  ['https://localhost:4711/', false],
  ['http://127.0.0.1.example.com:4711/', false],
  ['https://code.example.com/proxy/4711/', false],
  ['http://localhost:4711/proxy/4711/', false],
  ['https://name-4711.tunnels.example.com/', false],
])('Q-03 the workbench can be reached as %s: %s', (text, isReached) => {
  expect(isServed(at(text), 4711)).toBe(isReached);
});

/** As much of an address as is looked at. */
function address(text: string): vscode.Uri {
  const { protocol, host, pathname, hash } = new URL(text);
  return {
    scheme: protocol.slice(0, -1),
    authority: host,
    path: pathname,
    query: '',
    fragment: hash.slice(1),
    fsPath: pathname,
    with: ({ fragment = '' }) => address(`${text.split('#')[0] ?? ''}#${fragment}`),
    toString: () => text,
    toJSON: () => text,
  };
}

interface Opened {
  readonly told: readonly string[];
  readonly opened: readonly string[];
  readonly warned: readonly string[];
  readonly copied: readonly string[];
}

async function open(outside: string, hasBrowser = true): Promise<Opened> {
  const [told, opened, warned, copied]: [string[], string[], string[], string[]] = [[], [], [], []];
  await openAddress(
    {
      editor: {
        Uri: { parse: address },
        env: {
          asExternalUri: async (uri) => {
            told.push(uri.toString());
            return address(outside);
          },
          openExternal: async (uri) => {
            opened.push(uri.toString());
            return hasBrowser;
          },
          clipboard: { readText: async () => '', writeText: async (text) => void copied.push(text) },
        },
      },
      warn: async (sentence, button) => {
        warned.push(sentence);
        return button;
      },
    },
    { port: 4711, newUrl: () => 'http://127.0.0.1:4711/#token=secret' },
  );
  return { told, opened, warned, copied };
}

it('Q-03 opens the address with its token, and tells who makes the way to it nothing of that', async () => {
  expect(await open('http://localhost:4711/')).toEqual({
    told: ['http://127.0.0.1:4711/'],
    opened: ['http://localhost:4711/#token=secret'],
    warned: [],
    copied: [],
  });
});

it('Q-03 opens nothing where the page would be turned away, says why, and gives the address to copy', async () => {
  const { opened, warned, copied } = await open('https://code.example.com/proxy/4711/');
  expect(opened).toEqual([]);
  expect(warned).toEqual([expect.stringContaining('https://code.example.com/proxy/4711/')]);
  expect(warned.join('')).toContain('answers only as 127.0.0.1:4711');
  expect(warned.join('')).not.toContain('secret');
  expect(copied).toEqual(['http://127.0.0.1:4711/#token=secret']);
});

it('Q-03 says that no browser could be opened', async () => {
  const { warned, copied } = await open('http://127.0.0.1:4711/', false);
  expect(warned).toEqual(['No browser could be opened for the workbench.']);
  expect(copied).toHaveLength(1);
});
