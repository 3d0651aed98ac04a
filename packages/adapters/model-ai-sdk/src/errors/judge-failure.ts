import type { ModelErrorCode } from '@rook/engine';

import type { Journey } from '../sockets/journey.ts';
import type { FailureFacts } from './failure-facts.ts';

/** Which of our codes a failure is; the same break of a line is another failure before and in the answer. */
export function judgeFailure(facts: FailureFacts, phase: Journey['phase']): ModelErrorCode {
  const begun = phase === 'answering';
  const byCode = facts.codes.map(judgeCode).find((code) => code !== undefined);
  if (byCode !== undefined) return begun && byCode === 'model_unreachable' ? 'model_cut' : byCode;
  if (facts.isPage && isPageTelling(facts.status)) return 'model_bad_answer';
  return (
    judgeWords(facts) ??
    judgeStatus(facts.status) ??
    (facts.word === '' && facts.said === '' ? (begun ? 'model_cut' : 'model_bad_answer') : 'model_failed')
  );
}

/** A page with one of these statuses is the word of some proxy, not of a provider; with the others the status says enough. */
function isPageTelling(status: number | undefined): boolean {
  return status === undefined || status < 400 || PAGE_STATUSES.has(status);
}

const PAGE_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404]);

const CERTIFICATE =
  /^(?:CERT_|DEPTH_ZERO_SELF|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/u;
const UNREACHABLE =
  /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIMEDOUT|EPROTO|ERR_SSL|ERR_TLS|ERR_PROXY|ERR_SOCKET|ERR_STREAM_PREMATURE|EADDRNOTAVAIL|EMFILE|UND_ERR)/u;
const UNREADABLE = /^AI_(?:JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody)/u;

function judgeCode(code: string): ModelErrorCode | undefined {
  if (CERTIFICATE.test(code)) return 'model_certificate';
  if (code.startsWith('HPE_') || code === 'AnswerTooLarge') return 'model_bad_answer';
  if (UNREACHABLE.test(code)) return 'model_unreachable';
  if (UNREADABLE.test(code)) return 'model_bad_answer';
  if (code.startsWith('AI_LoadAPIKey')) return 'model_no_key';
  if (code.startsWith('AI_LoadSetting')) return 'model_no_connection';
  return undefined;
}

const TOO_LONG =
  /context.{0,20}(?:length|window)|maximum context|too many (?:input )?tokens|prompt is too long|input is too long|token count.{0,40}exceeds|reduce the length|request_too_large|string too long|maximum prompt length/iu;
const REFUSED =
  /content[ _-]?(?:filter|policy|management)|responsible.?ai|safety|blocked|invalid_prompt|usage policies/iu;
const UNKNOWN_MODEL =
  /model.{0,80}(?:not found|does not exist|not exist|unknown|not supported|is not available|invalid model)|model_not_found|DeploymentNotFound|unknown model|no such model|invalid model/iu;
const BAD_KEY =
  /invalid.{0,10}api.?key|api.?key not valid|incorrect api key|authentication_error|invalid_api_key|unauthorized/iu;
const NO_CREDIT =
  /insufficient_quota|credit balance|\b(?:out of|no|not enough|insufficient|more|purchase|buy)\b.{0,20}\b(?:credits?|funds|balance)\b|payment required|add funds|spending limit/iu;
/** Gemini says this of every limit, also of one that is over in a minute; only another status makes it a matter of money. */
const BILLING = /billing/iu;
const QUOTA = /quota/iu;
const COUNTRY =
  /unsupported_country|(?:country|region|territory|location).{0,40}not (?:supported|available)/iu;

/** What a client error means stands in its words; the statuses differ from provider to provider. */
function judgeWords({ status, said, word }: FailureFacts): ModelErrorCode | undefined {
  const words = `${word} ${said}`;
  if (/overloaded/iu.test(words) && (status === undefined || status >= 500)) return 'model_overloaded';
  if (isAboutCredit(words, status)) return 'model_no_credit';
  if (/rate_limit/iu.test(word)) return 'model_rate_limited';
  if (status !== undefined && (status >= 500 || status === 429 || status === 407)) return undefined;
  if (COUNTRY.test(words) && (status === undefined || status < 500)) return 'model_refused';
  if (TOO_LONG.test(words)) return 'model_too_long';
  if (UNKNOWN_MODEL.test(words)) return 'model_unknown';
  if (BAD_KEY.test(words)) return 'model_bad_key';
  if (status !== 401 && status !== 403 && REFUSED.test(words)) return 'model_refused';
  if (QUOTA.test(words)) return 'model_rate_limited';
  if (/invalid_request|invalid_argument/iu.test(word)) return 'model_bad_request';
  if (/server_error|api_error|internal/iu.test(word)) return 'model_failed';
  return undefined;
}

function isAboutCredit(words: string, status: number | undefined): boolean {
  if (status !== undefined && status >= 500) return false;
  return NO_CREDIT.test(words) || (status !== 429 && BILLING.test(words));
}

/** The provider serves no requests from where this one came. */
export function isAboutCountry({ said, word }: FailureFacts): boolean {
  return COUNTRY.test(`${word} ${said}`);
}

function judgeStatus(status: number | undefined): ModelErrorCode | undefined {
  if (status === undefined) return undefined;
  if (status < 300) return 'model_bad_answer';
  if (status < 400) return 'model_no_connection';
  if (status === 401 || status === 403) return 'model_bad_key';
  if (status === 402) return 'model_no_credit';
  if (status === 404 || status === 405 || status === 410) return 'model_unknown';
  if (status === 407) return 'model_unreachable';
  if (status === 408) return 'timed_out';
  if (status === 413) return 'model_too_long';
  if (status === 429) return 'model_rate_limited';
  if (status < 500) return 'model_bad_request';
  return status === 529 || status === 503 ? 'model_overloaded' : 'model_failed';
}
