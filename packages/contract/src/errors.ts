/**
 * The closed list of failures that cross a boundary.
 *
 * `kind` tells who has to act: `invalid` (the caller erred), `denied` (a policy said no), `error` (the
 * system broke). `retryable` says whether the same call can succeed later without anybody changing it.
 */
export const ERRORS = {
  // The command line and the settings
  usage: { kind: 'invalid', retryable: false },
  unknown_setting: { kind: 'invalid', retryable: false },
  invalid_value: { kind: 'invalid', retryable: false },
  settings_malformed: { kind: 'invalid', retryable: false },
  user_setting: { kind: 'denied', retryable: false },
  no_workspace: { kind: 'invalid', retryable: false },
  unsafe_folder: { kind: 'denied', retryable: false },
  not_writable: { kind: 'error', retryable: true },
  not_readable: { kind: 'error', retryable: true },
  busy: { kind: 'error', retryable: true },
  unhealthy: { kind: 'error', retryable: false },
  cancelled: { kind: 'invalid', retryable: true },
  crashed: { kind: 'error', retryable: true },
  internal: { kind: 'error', retryable: false },
  // The way between a surface and the engine
  server_unreachable: { kind: 'error', retryable: true },
  key_refused: { kind: 'denied', retryable: false },
  origin_refused: { kind: 'denied', retryable: false },
  // Connections and keys
  unknown_connection: { kind: 'invalid', retryable: false },
  no_model: { kind: 'invalid', retryable: false },
  insecure_address: { kind: 'denied', retryable: false },
  script_malformed: { kind: 'invalid', retryable: false },
  secrets_unreadable: { kind: 'error', retryable: false },
  // Budget
  budget_exceeded: { kind: 'denied', retryable: false },
  price_unknown: { kind: 'denied', retryable: false },
  spend_damaged: { kind: 'error', retryable: false },
  // The journal and the session
  session_in_use: { kind: 'error', retryable: true },
  journal_unavailable: { kind: 'error', retryable: true },
  not_verified: { kind: 'error', retryable: false },
  exists: { kind: 'invalid', retryable: false },
  // Commands
  timed_out: { kind: 'error', retryable: true },
  no_sandbox: { kind: 'denied', retryable: false },
  // Models
  model_overloaded: { kind: 'error', retryable: true },
  model_rate_limited: { kind: 'error', retryable: true },
  model_failed: { kind: 'error', retryable: true },
  model_bad_key: { kind: 'invalid', retryable: false },
  model_unknown: { kind: 'invalid', retryable: false },
  model_bad_request: { kind: 'invalid', retryable: false },
  model_too_long: { kind: 'invalid', retryable: false },
  model_unreachable: { kind: 'error', retryable: true },
  model_certificate: { kind: 'error', retryable: false },
  model_bad_answer: { kind: 'error', retryable: true },
  model_cut: { kind: 'error', retryable: true },
  model_stalled: { kind: 'error', retryable: true },
  model_refused: { kind: 'denied', retryable: false },
  model_no_credit: { kind: 'denied', retryable: false },
  model_no_key: { kind: 'invalid', retryable: false },
  model_no_connection: { kind: 'invalid', retryable: false },
  // Tools
  unknown_tool: { kind: 'invalid', retryable: true },
  invalid_input: { kind: 'invalid', retryable: true },
  repeated_call: { kind: 'denied', retryable: false },
  command_refused: { kind: 'denied', retryable: false },
  mode_forbids: { kind: 'denied', retryable: false },
  too_many_rounds: { kind: 'denied', retryable: false },
  too_many_calls: { kind: 'invalid', retryable: true },
  too_large: { kind: 'invalid', retryable: false },
  binary_file: { kind: 'invalid', retryable: false },
  private_address: { kind: 'denied', retryable: false },
  web_failed: { kind: 'error', retryable: true },
  // Intents
  intents_malformed: { kind: 'invalid', retryable: false },
  ledger_unavailable: { kind: 'error', retryable: true },
  // Approvals, rules and sources
  rejected: { kind: 'denied', retryable: false },
  approval_void: { kind: 'denied', retryable: true },
  already_answered: { kind: 'invalid', retryable: false },
  rule_refuses: { kind: 'denied', retryable: false },
  rules_unreadable: { kind: 'error', retryable: false },
  facts_missing: { kind: 'error', retryable: true },
  source_failed: { kind: 'error', retryable: true },
  // Edits
  hash_mismatch: { kind: 'invalid', retryable: true },
  no_hash: { kind: 'invalid', retryable: true },
  stale_file: { kind: 'invalid', retryable: true },
  not_found: { kind: 'invalid', retryable: true },
  ambiguous: { kind: 'invalid', retryable: true },
  malformed: { kind: 'invalid', retryable: true },
  truncated: { kind: 'invalid', retryable: true },
  suspicious: { kind: 'invalid', retryable: true },
  outside_workspace: { kind: 'denied', retryable: false },
  protected: { kind: 'denied', retryable: false },
  out_of_scope: { kind: 'denied', retryable: false },
  no_intent: { kind: 'denied', retryable: true },
  governed: { kind: 'denied', retryable: false },
  approval_needed: { kind: 'denied', retryable: true },
  unchanged: { kind: 'invalid', retryable: false },
  other_refused: { kind: 'invalid', retryable: true },
  // Rewinding
  conflict: { kind: 'invalid', retryable: false },
  has_dependents: { kind: 'invalid', retryable: false },
  not_rewindable: { kind: 'invalid', retryable: false },
} as const;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorKind = (typeof ERRORS)[ErrorCode]['kind'];

/** What a surface, a script or a model reads about a failure; `message` is one sentence to act on. */
export interface RookError {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly message: string;
  readonly retryable: boolean;
}

export function rookError(code: ErrorCode, message: string): RookError {
  const { kind, retryable } = ERRORS[code];
  return { code, kind, message, retryable };
}
