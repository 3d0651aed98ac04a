import { fail, rookError, type ErrorCode } from '@rook/contract';

/** Why something is not answered: what the other end is told, and what the log says. */
export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
}

export function refuse(status: number, code: ErrorCode, message: string): Refusal {
  return { status, code, message };
}

export function bodyOf({ code, message }: Refusal): string {
  return JSON.stringify(fail(rookError(code, message)));
}

const LONGEST_PATH = 100;

/** A path as a log may hold it: without the query, and without what is long enough to be a secret. */
export function loggable(url: string | undefined): string {
  const [path = ''] = (url ?? '').split('?');
  return path.replaceAll(/[\w-]{32,}/gu, '…').slice(0, LONGEST_PATH);
}
