import type { Web } from '../web.ts';

/** A web on which these pages are, at addresses that the stage chooses. */
export interface WebStage {
  readonly web: Web;
  readonly address: (page: StagedPage) => string;
}

/**
 * - `text`: plain text, `STAGED_TEXT`, status 200
 * - `missing`: the same, status 404
 * - `html`: HTML whose text has the heading `Staged`, a link `next` to `/next` and a script that says `secret-script`
 * - `redirect`: status 302, to `/next`
 * - `image`: of the media type `image/png`
 * - `long`: plain text of 100,000 times `x`
 * - `silent`: never answers
 */
export type StagedPage = 'text' | 'missing' | 'html' | 'redirect' | 'image' | 'long' | 'silent';

export const STAGED_TEXT = 'Nächtlich \u{1F319}\nsecond line\n';
