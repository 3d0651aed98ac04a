import type { Result } from '@rook/contract';

/** Pages of the web. Only public addresses are reached; a name is resolved once and that address is connected to. */
export interface Web {
  /**
   * Fetches one address by GET and follows nothing: a redirect is an answer here. Credentials in the address, other
   * schemes than http and https, and addresses that are not public are refused before anything is sent.
   */
  fetch(url: string, limits: WebLimits): Promise<Result<WebAnswer>>;
}

export interface WebLimits {
  readonly maxBytes: number;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

export type WebAnswer =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly mediaType: string;
      /** As a person reads it: of HTML the text, with the addresses of its links. */
      readonly text: string;
      /** The page was longer than the limit, and this is its beginning. */
      readonly cut: boolean;
    };
