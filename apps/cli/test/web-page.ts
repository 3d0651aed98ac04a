import type { Script } from '@rook/contract';
import type { Locator, Page } from 'playwright-core';

import { saying } from './ask-rook.ts';

type Step = Script['steps'][number];

/** A loaded machine is slow; what never comes fails long before this. */
export const PATIENT = 180_000;
export const POLL = { timeout: 30_000 };

export const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') });

/** What stands behind the words, of the tab that is shown. */
export const shownTab = (page: Page): Locator => page.locator('.evidence [role=tabpanel]:not([inert])');

export const yes = (page: Page): Locator =>
  page.locator('.turn-list').getByRole('button', { name: /^(?:Yes|Run Once)/u });

/** The id of the session that the page shows. */
export function sessionOf(page: Page): string {
  return /rook-\d{8}-[0-9a-f]{8}/u.exec(page.url())?.[0] ?? '';
}

/** One call of a tool, as an answer to what a person says. Words of earlier turns may be among those of the last: the newest step stands first. */
export function step(lastUser: string, name: string, input: Readonly<Record<string, unknown>>): Step {
  return {
    match: { lastUser, toolResult: false },
    repeat: 'always',
    answer: { events: [{ kind: 'tool_call', name, inputText: JSON.stringify(input) }] },
  };
}

/** A model that makes a call for each of these words, and then says that it is done. */
export function working(...steps: readonly Step[]): Partial<Script> {
  return { steps: [...steps], default: saying('All done.') };
}

/** Reads a file and then replaces a part of it, at these words of a person. */
export function editing(lastUser: string, path: string, search: string, replace: string): Step[] {
  const edit = { path, edits: [{ search, replace }] };
  return [
    step(lastUser, 'read_file', { path }),
    { ...step(lastUser, 'edit', edit), match: { lastUser, toolResult: 'read_file' } },
  ];
}
