import { parseTraceLine } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { Syntax } from '../ports/syntax.ts';
import { classifyChangeSet, type ClassifiedSet } from './classify-change-set.ts';
import type { TraceDraft } from './fold-trace.ts';
import type { PlacedText } from './read-ledger.ts';

export interface TraceMaking {
  readonly syntax: Syntax;
  readonly store: { readonly blobs: Pick<Blobs, 'get'> };
  /** Takes secrets out of what is said about contents. */
  readonly redact: (text: string) => string;
}

/** A line as it has to be. To find the class of a change set takes its contents, and some time. */
export async function makeTraceText(making: TraceMaking, line: TraceDraft['line']): Promise<string> {
  return line.type === 'call' ? JSON.stringify(line) : changeText(line, await classify(making, line));
}

/**
 * Null where what bears the id of a line says what the journal says; otherwise what it has to say. A class whose contents are not
 * kept any more is believed.
 */
export async function findRightText(
  making: TraceMaking,
  line: TraceDraft['line'],
  places: readonly PlacedText[],
): Promise<string | null> {
  const right = line.type === 'call' ? JSON.stringify(line) : await rightChange(making, line, places);
  return places.every(({ text }) => text === right) ? null : right;
}

type ChangeLine = Extract<TraceDraft['line'], { type: 'change' }>;
type Claim = Pick<ClassifiedSet, 'mutation_class' | 'mutation_reasons'>;

async function rightChange(
  making: TraceMaking,
  line: ChangeLine,
  places: readonly PlacedText[],
): Promise<string> {
  const found = await classify(making, line);
  const claim = found.isKept ? null : claimOf(places);
  return changeText(line, claim ?? found);
}

function claimOf(places: readonly PlacedText[]): Claim | null {
  const claimed = parseTraceLine(places[0]?.text ?? '');
  return claimed?.type === 'change' ? claimed : null;
}

async function classify({ store, syntax, redact }: TraceMaking, line: ChangeLine): Promise<ClassifiedSet> {
  const found = await classifyChangeSet(line.files, { blobs: store.blobs, syntax });
  return { ...found, mutation_reasons: found.mutation_reasons.map((reason) => redact(reason)) };
}

function changeText({ files, ...head }: ChangeLine, claim: Claim): string {
  const { mutation_class: found, mutation_reasons: reasons } = claim;
  return JSON.stringify({ ...head, mutation_class: found, mutation_reasons: reasons, files });
}
