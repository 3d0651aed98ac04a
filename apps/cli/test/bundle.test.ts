import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { commandTable } from '../src/command-table.ts';
import type { CommandSpec } from '../src/command.ts';
import { cliFolder } from './run-rook.ts';

const ENTRY_LIMIT_BYTES = 150_000;
const ZOD = /ZodError|\$ZodType/;
const dist = join(cliFolder, 'dist');
const entry = join(dist, 'main.js');

it('the entry and all that it loads at once stay small', () => {
  const files = [...loadedWith(entry)];
  expect(files).toContain(entry);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(ENTRY_LIMIT_BYTES);
});

it('the entry does not load the validator, which the commands do', () => {
  expect(withValidator(loadedWith(entry))).toEqual([]);
  const chunks = readdirSync(join(dist, 'chunks')).map((name) => join(dist, 'chunks', name));
  expect(withValidator(chunks)).not.toEqual([]);
});

it('each command has a chunk of its own, which is loaded when it runs', () => {
  const lazy = [...read(entry).matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)].map(([, path = '']) => path);
  const names = lazy.map((path) => path.replace(/^.*\/(.*)-[A-Z0-9]{8}\.js$/, '$1'));
  // No file may be called new.
  const commands = leaves(commandTable, []).map((name) => name.replace(/-new$/, '-create'));
  expect(commands.length).toBeGreaterThan(3);
  // And one for what was typed wrong, and one for what commands that change files do at their end.
  expect(names.toSorted()).toEqual([...commands, 'renew-map', 'usage-error'].toSorted());
  const [atOnce, later] = [loadedWith(entry), lazy.map((path) => join(dist, path))];
  expect(later.filter((file) => atOnce.has(file))).toEqual([]);
});

it('finds imports in every way in which the bundler writes them', () => {
  const code =
    'import{a as b}from"./x.js";import"./y.js";export*from"./z.js";import c,{d}from "./w.js";import("./v.js")';
  expect(staticImports(code)).toEqual(['./x.js', './y.js', './z.js', './w.js']);
});

function withValidator(files: Iterable<string>): readonly string[] {
  return [...files].filter((file) => ZOD.test(read(file)));
}

/** A file and what its static imports bring along. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const path of staticImports(read(file))) {
    if (path.startsWith('.')) loadedWith(join(dirname(file), path), seen);
  }
  return seen;
}

function staticImports(code: string): readonly string[] {
  const pattern =
    /\b(?:import|export)\s*(?:[\w$*{][^"'`;()]*?\bfrom\s*)?"([^"]+)"|\bexport\s*\*\s*from\s*"([^"]+)"/g;
  return [...code.matchAll(pattern)].map(([, path, star]) => path ?? star ?? '');
}

function leaves(specs: readonly CommandSpec[], above: readonly string[]): readonly string[] {
  return specs.flatMap(({ name, commands }) =>
    commands === undefined ? [[...above, name].join('-')] : leaves(commands, [...above, name]),
  );
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
