import { succeed, type Result } from '@rook/contract';

import { judgeBlobs, type JudgedBlobs } from './export-blobs.ts';
import { exportCraft } from './export-craft.ts';
import { exportHtml } from './export-html.ts';
import { exportMarkdown } from './export-markdown.ts';
import { readSurveyed, type ExportPlan } from './export-plan.ts';
import { exportRook } from './export-rook.ts';
import { surveySession, type SessionSurvey, type SurveySetup } from './export-survey.ts';

export type ExportFormat = keyof typeof WRITERS;

const WRITERS = { rook: exportRook, craft: exportCraft, markdown: exportMarkdown, html: exportHtml } as const;

export interface ExportSetup extends SurveySetup {
  readonly format: ExportFormat;
  readonly withFiles: boolean;
  readonly now: Date;
  readonly product: ExportPlan['product'];
}

export interface SessionExport {
  readonly survey: SessionSurvey;
  readonly blobs: JudgedBlobs;
  /** The text in pieces, each ended by a line break; after a failure nothing that came before counts. */
  readonly chunks: AsyncGenerator<Result<string>>;
}

/** Reads a session twice: once to say what it is and what was taken out of it, and once for its text. */
export async function exportSession(setup: ExportSetup): Promise<Result<SessionExport>> {
  const { store, redactor, withFiles } = setup;
  const surveyed = await surveySession(setup);
  if (!surveyed.ok) return surveyed;
  const survey = surveyed.value;
  // Only Rook's own format has a place for them.
  const named = setup.format === 'rook' ? survey.blobs : [];
  const blobs = await judgeBlobs(named, { blobs: store.blobs, redactor, withFiles });
  const plan: ExportPlan = {
    store,
    survey,
    blobs,
    exportedAt: setup.now.toISOString(),
    product: setup.product,
    entries: () => readSurveyed(setup, survey),
  };
  return succeed({ survey, blobs, chunks: WRITERS[setup.format](plan) });
}
