import { ERRORS } from '@rook/contract';
import type { ModelError, ModelErrorCode } from '@rook/engine';

import type { Journey } from '../sockets/journey.ts';
import { readFailureFacts, type FailureFacts } from './failure-facts.ts';
import { isAboutCountry, judgeFailure } from './judge-failure.ts';
import { readRetryAfter } from './read-retry-after.ts';
import { showForeignText } from './show-foreign-text.ts';

/** Who was asked, so that the sentence can name it. */
export interface FailureContext {
  /** The name of the connection. */
  readonly connection: string;
  readonly model: string;
  /** Host and port. */
  readonly host: string;
  /** Only so that it can be taken out of what the other side says. */
  readonly key?: string;
  /** How far the request had come. */
  readonly phase: Journey['phase'];
  readonly cancelled: boolean;
  /** Milliseconds since 1970, against which a date in `retry-after` is read. */
  readonly now: number;
}

/** Makes one typed failure out of whatever was thrown or sent. Pure; never throws. */
export function toModelError(failure: unknown, context: FailureContext): ModelError {
  if (context.cancelled) return makeModelError('cancelled', 'The call to the model was cancelled.');
  const facts = readFailureFacts(failure);
  const code = judgeFailure(facts, context.phase);
  const wait = readRetryAfter(facts.headers, context.now);
  return {
    ...makeModelError(code, describe(code, facts, context)),
    ...(isLasting(code, facts) ? { retryable: false } : {}),
    ...(wait === undefined ? {} : { retryAfterMilliseconds: wait }),
    ...(facts.status === undefined ? {} : { status: facts.status }),
  };
}

/** No wait teaches a proxy the password, nor turns a page or a plain answer into a stream. */
function isLasting(code: ModelErrorCode, { status }: FailureFacts): boolean {
  return status === 407 || (code === 'model_bad_answer' && status !== undefined && status < 300);
}

export function makeModelError(code: ModelErrorCode, message: string): ModelError {
  const { kind, retryable } = ERRORS[code];
  return { code, kind, message, retryable };
}

function describe(code: ModelErrorCode, facts: FailureFacts, context: FailureContext): string {
  const who = `The connection "${context.connection}" (${context.host})`;
  const said = showForeignText(facts.said, context.key);
  const quoted = said === '' ? '' : `: ${said}`;
  const status = facts.status === undefined ? '' : ` (status ${facts.status})`;
  switch (code) {
    case 'model_overloaded':
      return `${who} is overloaded${status}; wait a little and try again.`;
    case 'model_rate_limited':
      return `${who} takes no more requests for now${status}; wait, or check the limits of your account${quoted}`;
    case 'model_failed':
      return `${who} failed on its own side${status}; try again, or look at its status page${quoted}`;
    case 'model_bad_key':
      return `${who} does not accept the key${status}; set another with \`rook model add\`${quoted}`;
    case 'model_unknown':
      return `${who} does not know the model "${context.model}"${status}; choose another, or check the address of the connection${quoted}`;
    case 'model_bad_request':
      return `${who} refused the request${status}; this model may not take one of its settings${quoted}`;
    case 'model_too_long':
      return `The conversation is too long for the model "${context.model}" at ${context.host}${status}; shorten it or start another session${quoted}`;
    case 'model_unreachable':
      return describeUnreachable(who, facts, context.phase);
    case 'model_certificate':
      return describeCertificate(who, findSystemCode(facts) ?? 'untrusted');
    case 'model_no_credit':
      return `${who} says that the account has no credit left or that its bill is open${status}; look at the account there${quoted}`;
    case 'model_bad_answer':
      return describeBadAnswer(who, facts, status, quoted);
    case 'model_cut':
      return `${who} broke off before its answer was whole; try again.`;
    case 'model_stalled':
      return `${who} has stopped sending; try again.`;
    case 'model_refused':
      if (isAboutCountry(facts))
        return `${who} serves nobody in the country or region that this request came from${status}; use another provider${quoted}`;
      return `${who} refused to answer because of its content rules${status}; change what is asked${quoted}`;
    case 'model_no_key':
      return `${who} needs a key, and none is kept for it; add one with \`rook model add\`.`;
    case 'model_no_connection':
      return `${who} leads somewhere else${status}; set the base URL of the connection to the provider's own address.`;
    case 'timed_out':
      return `${who} took too long${status}; try again.`;
    case 'cancelled':
      return 'The call to the model was cancelled.';
  }
}

function describeUnreachable(who: string, facts: FailureFacts, phase: Journey['phase']): string {
  const code = findSystemCode(facts) ?? 'no answer';
  if (facts.status === 407)
    return `${who} is behind a proxy that wants a login (status 407); write it into the address of the proxy, as in http://name:password@host:port.`;
  if (phase === 'sent') return `${who} closed the line without an answer (${code}); try again.`;
  if (code === 'ERR_PROXY_TUNNEL') {
    const status = facts.status === undefined ? '' : `, status ${facts.status}`;
    return `${who} cannot be reached: the proxy lets nothing through to it (${code}${status}); check HTTPS_PROXY, or name the host in NO_PROXY.`;
  }
  const where = facts.reached === undefined ? '' : ` at ${showForeignText(facts.reached, undefined)}`;
  return `${who} cannot be reached (${code}${where}); check the network, the address and the proxy.`;
}

function describeCertificate(who: string, code: string): string {
  if (/ALTNAME|HOSTNAME_MISMATCH/u.test(code))
    return `${who} shows a certificate for another name (${code}); check the address of the connection, and whether a proxy stands in between.`;
  if (/EXPIRED|NOT_YET_VALID/u.test(code))
    return `${who} shows a certificate that is not valid today (${code}); check the clock of this machine, or ask whoever runs the server to renew it.`;
  return `${who} shows a certificate that this machine does not trust (${code}); add its authority to the system, or name the file in NODE_EXTRA_CA_CERTS.`;
}

function describeBadAnswer(who: string, facts: FailureFacts, status: string, quoted: string): string {
  if (facts.codes.includes('AnswerTooLarge'))
    return `${who} sent far more than an answer can be, and was not heard to its end; check that the address leads to the right interface.`;
  return facts.isPage
    ? `${who} answered with a web page instead of a model's answer${status}; check the address and the proxy${quoted}`
    : `${who} sent an answer that cannot be read${status}; check that the address leads to the right interface${quoted}`;
}

/** The system's word, such as `ECONNREFUSED`, which people search for. */
function findSystemCode({ codes }: FailureFacts): string | undefined {
  return codes.find((code) => /^[A-Z][A-Z0-9_]{3,}$/u.test(code));
}
