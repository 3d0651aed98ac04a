import * as z from 'zod';

import { OFFERED_TOOLS } from './tool-table.ts';

/** What most of the calls are about. */
const aboutSchema = z.looseObject({
  path: z.string().exactOptional(),
  pattern: z.string().exactOptional(),
  query: z.string().exactOptional(),
  url: z.string().exactOptional(),
  command: z.string().exactOptional(),
});

const MOST_CHARACTERS = 100;

/** One line for who looks on. */
export function describeCall(name: string, input: unknown): string {
  const title = OFFERED_TOOLS.find((tool) => tool.name === name)?.title ?? name;
  const read = aboutSchema.safeParse(input);
  const { path, pattern, query, url, command } = read.success ? read.data : {};
  const about = (path ?? pattern ?? query ?? url ?? command ?? '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (about === '') return title;
  return `${title}: ${about.length > MOST_CHARACTERS ? `${about.slice(0, MOST_CHARACTERS)}…` : about}`;
}
