import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  FIRST_PREV,
  fail,
  rookError,
  succeed,
  type ExportHeader,
  type Result,
} from '@rook/contract';

import type { CleanEntry } from './export-entry.ts';
import type { ExportPlan } from './export-plan.ts';
import { exportJson } from './export-text.ts';
import { lineHash } from './line-hash.ts';

/** The session in Rook's own format: a header, the entries, the files that go along, an end; each line names the one before. */
export async function* exportRook(plan: ExportPlan): AsyncGenerator<Result<string>> {
  const chain = createChain();
  yield succeed(chain.add(exportJson(makeHeader(plan))));
  for await (const batch of plan.entries()) {
    if (!batch.ok) {
      yield batch;
      return;
    }
    const text = batch.value.map((clean) => chain.add(entryText(clean))).join('');
    if (text !== '') yield succeed(text);
  }
  for (const blob of plan.blobs.taken) {
    const kept = await plan.store.blobs.get(blob);
    if (!kept.ok || kept.value === null) {
      yield kept.ok ? fail(rookError('not_readable', `The kept bytes ${blob} went away meanwhile.`)) : kept;
      return;
    }
    yield succeed(chain.add(exportJson({ blob, bytes: Buffer.from(kept.value).toString('base64') })));
  }
  yield succeed(chain.add(exportJson({ end: true, lines: chain.lines() })));
}

function makeHeader({ survey, blobs, exportedAt, product }: ExportPlan): Omit<ExportHeader, 'prev'> {
  const { verification, redacted, marked, unreadable } = survey;
  const { entries, ok, anchored, torn, firstBadLine, reason } = verification;
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    session: survey.id,
    title: survey.facts.title,
    exported_at: exportedAt,
    product: { ...product },
    source: {
      entries,
      lines: survey.lines,
      head: survey.head,
      ok,
      anchored,
      torn: [...torn],
      ...(firstBadLine === undefined ? {} : { first_bad_line: firstBadLine }),
      ...(reason === undefined ? {} : { reason }),
    },
    redacted: redacted.map(({ seq, count, rules }) => ({ seq, count, rules: [...rules] })),
    marked: [...marked],
    unreadable: [...unreadable],
    left_out: [...blobs.leftOut],
  };
}

/** The entry but for its place in the chain, which is another one here. */
function entryText({ read }: CleanEntry): string {
  const fields = Object.entries(read.entry).filter(([name]) => name !== 'prev');
  return exportJson(Object.fromEntries(fields));
}

function createChain(): { add(text: string): string; lines(): number } {
  let prev = FIRST_PREV;
  let lines = 0;
  return {
    add: (text) => {
      const line = `${text.slice(0, -1)},"prev":"${prev}"}`;
      prev = lineHash(line);
      lines += 1;
      return `${line}\n`;
    },
    lines: () => lines,
  };
}
