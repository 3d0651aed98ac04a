import { posix } from 'node:path';

import { createIgnoreRules } from './ignore-rules.ts';
import { escapeGlob, listMatching } from './list-matching.ts';
import { looksSecret } from './secret-files.ts';
import type { ToolPorts } from './tool-ports.ts';

const MOST_SUGGESTIONS = 3;
const MOST_COMPARED = 5000;
const MOST_NAME_CHARACTERS = 100;

/** Paths that could be meant by one that is not there: names like it in the same folder, then the same name elsewhere. */
export async function suggestPaths(
  ports: Pick<ToolPorts, 'workspace' | 'shell' | 'ripgrep' | 'ignore'>,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const name = posix.basename(path);
  if (name === '' || name.length > MOST_NAME_CHARACTERS) return [];
  const near = await namesNear(ports, path, name);
  if (near.length > 0) return near;
  const found = await listMatching(ports, { glob: `**/${escapeGlob(name)}`, anyCase: true, signal });
  return found.ok ? found.value.paths.slice(0, MOST_SUGGESTIONS) : [];
}

async function namesNear(
  { workspace, ignore }: Pick<ToolPorts, 'workspace' | 'ignore'>,
  path: string,
  name: string,
): Promise<readonly string[]> {
  const parent = posix.dirname(path);
  const folder = parent === '.' ? '' : parent;
  const listed = await workspace.list(folder);
  if (!listed.ok) return [];
  const rules = createIgnoreRules(workspace, ignore);
  const ranked = listed.value
    .slice(0, MOST_COMPARED)
    .map((item) => ({ item, distance: distanceOf(name, item.name) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.distance - b.distance);
  const near: string[] = [];
  for (const { item } of ranked) {
    const other = folder === '' ? item.name : `${folder}/${item.name}`;
    const ignored = await rules.isIgnored(item.kind === 'folder' ? `${other}/` : other);
    if (ignored === null && !looksSecret(other)) near.push(other);
    if (near.length === MOST_SUGGESTIONS) break;
  }
  return near;
}

/** How many letters differ or changed places; names that differ only in their case or their ending are near. */
function distanceOf(wanted: string, name: string): number {
  if (name.length > MOST_NAME_CHARACTERS) return Infinity;
  const [a, b] = [wanted.toLowerCase(), name.toLowerCase()];
  if (a === b) return 0;
  if (withoutEnding(a) === withoutEnding(b)) return 1;
  const rows = [Array.from({ length: b.length + 1 }, (_cell, index) => index)];
  const cell = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          cell(i - 1, j - 1) + (isSame ? 0 : 1),
          cell(i - 1, j) + 1,
          cell(i, j - 1) + 1,
          isSwapped ? cell(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return cell(a.length, b.length);
}

function withoutEnding(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '');
}
