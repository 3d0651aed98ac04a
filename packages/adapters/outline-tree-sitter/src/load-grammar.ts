import { readFile } from 'node:fs/promises';

import { Language, Parser } from 'web-tree-sitter';

let started: Promise<void> | undefined;
const loaded = new Map<string, Promise<Language>>();

/** Loads a grammar once; what could not be loaded is tried again. Their files lie where the packages were installed. */
export async function loadGrammar(name: string): Promise<Language> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const loading = load(name);
  loaded.set(name, loading);
  loading.catch(() => loaded.delete(name));
  return loading;
}

async function load(name: string): Promise<Language> {
  started ??= start();
  started.catch(() => {
    started = undefined;
  });
  await started;
  const grammars = import.meta.resolve('@vscode/tree-sitter-wasm/package.json');
  return Language.load(await readBytes(new URL(`wasm/tree-sitter-${name}.wasm`, grammars)));
}

async function start(): Promise<void> {
  await Parser.init({
    wasmBinary: await readBytes(new URL(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'))),
  });
}

async function readBytes(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}
