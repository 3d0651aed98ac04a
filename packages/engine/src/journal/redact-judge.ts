import { profileOf, type Profile } from './redact-profile.ts';

/** What a text that has the form of a secret must also be, so that code and prose are left alone. */

/** Shannon entropy in bits per character; all characters beyond ASCII count as one. */
export function measureBits(text: string): number {
  COUNTS.fill(0);
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = Math.min(text.charCodeAt(index), BEYOND_ASCII);
    const count = (COUNTS[code] ?? 0) + 1;
    COUNTS[code] = count;
    sum += STEPS[count] ?? stepTo(count);
  }
  return text.length === 0 ? 0 : Math.log2(text.length) - sum / text.length;
}

const BEYOND_ASCII = 128;
/** Filled anew by each measurement, because a table for each would cost more than the measuring. */
const COUNTS = new Uint32Array(BEYOND_ASCII + 1);
/** What one more of the same character adds to the sum of `count * log2(count)`. */
const STEPS = Array.from({ length: 256 }, (_, count) => stepTo(count));

function stepTo(count: number): number {
  return count < 2 ? 0 : count * Math.log2(count) - (count - 1) * Math.log2(count - 1);
}

/** What people write where a secret would stand: marks, holes, sayings, rows of keys on the keyboard. */
function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

const PLACEHOLDER = new RegExp(
  [
    'example|placeholder|change_?me|replace_?me|dummy|redacted|your[_-]|[_-]here\\b|insert[_-]|\\btodo\\b|goes[_-]?here',
    'foobar|foo[_-]bar|lorem|undefined|x{6}|\\*{3}|\\.{3}|…|•|0{8}|1{8}|a{8}|123456789|abcdefgh|deadbeef',
    '\\$\\{|\\$\\(|\\{\\{|<[\\w -]+>|%\\(|%[A-Z_]{3,}%|^\\$[A-Za-z_]|^%[sd]|process\\.env|os\\.environ|getenv',
  ].join('|'),
  'iu',
);

const LEAST_BITS = 3;
/** The start of a long value says enough. */
const MOST_JUDGED = 200;

/** A token of a vendor, known by its prefix: anything random will do. */
export function looksLikeToken(secret: string, leastBits = LEAST_BITS): boolean {
  const start = secret.slice(0, MOST_JUDGED);
  return measureBits(start) >= leastBits && !isPlaceholder(start);
}

/** A token known by a short prefix, which ordinary names have too: it must not be made of words. */
export function looksLikeKey(secret: string): boolean {
  if (!/[0-9]/u.test(secret) || !looksLikeToken(secret)) return false;
  return measureWords(secret) < MOST_WORDS;
}

const MOST_WORDS = 0.6;

/** The share of the letters that belong to words as people write them: one case, four letters, vowels. */
function measureWords(text: string): number {
  return profileOf(text).words;
}

/** How an assigned value is written, which says how much doubt it deserves. */
export interface AssignedValue {
  readonly value: string;
  /** Between quotes, so that it is a literal and no expression. */
  readonly quoted: boolean;
  /** The name speaks of a password, which a person may have chosen. */
  readonly password: boolean;
  /** In the manner of the shell, `NAME=value`: what follows is a literal too. */
  readonly environment: boolean;
}

/** A value that was given to a name such as `token`: random, and nothing that only looks so. */
export function looksAssigned({ value: whole, quoted, password, environment }: AssignedValue): boolean {
  const value = whole.slice(0, MOST_JUDGED);
  const isLiteral = quoted || environment;
  const profile = profileOf(value);
  if (!isLiteral && profile.digitRuns === 0) return false;
  return (
    looksRandom(value, profile, { isLiteral, password }) && !isPlaceholder(value) && !isHarmlessForm(value)
  );
}

function looksRandom(
  value: string,
  profile: Profile,
  { isLiteral, password }: { isLiteral: boolean; password: boolean },
): boolean {
  const { digitRuns, kinds, words } = profile;
  if (digitRuns === 0) return looksLikeLetters(value, profile, password);
  if (password && isLiteral) return looksLikePassword(value, profile);
  if (value.length < (isLiteral ? 10 : 12)) return false;
  const isHex = /^[0-9a-f]+$/iu.test(value);
  if (isHex ? value.length < 24 || digitRuns < 4 : kinds < 3 && (value.length < 16 || digitRuns < 3))
    return false;
  if (!isHex && digitRuns < 2 && value.length < 24) return false;
  if (!isHex && !isSprinkled(value, profile) && words >= (isLiteral ? MOST_WORDS : MOST_WORDS_OF_EXPRESSION))
    return false;
  return measureBits(value) >= (value.length < 16 ? 2.8 : LEAST_BITS);
}

/** Long, hardly divided and full of digits: then words in it are chance. */
function isSprinkled(value: string, { digitRuns, dividers }: Profile): boolean {
  return value.length >= 20 && digitRuns >= 4 && dividers * 10 <= value.length;
}

const MOST_WORDS_OF_PASSWORD = 0.95;
const MOST_WORDS_OF_EXPRESSION = 0.45;

/** A person may have chosen it, so words may be in it; but it is no name such as `smtp_password_v1`. */
function looksLikePassword(value: string, { kinds, words }: Profile): boolean {
  if (kinds < 4 && (words >= MOST_WORDS_OF_PASSWORD || (kinds < 3 && value.length < 12))) return false;
  const isName = words > 0.5 && /^[a-z0-9]+(?:[_.-][a-z0-9]+)+$/iu.test(value);
  return !isName && measureBits(value) >= 2.5;
}

/** No digit at all: only long and mixed letters, or a password with a sign in it. */
function looksLikeLetters(value: string, { kinds, words, isMixed }: Profile, password: boolean): boolean {
  if (password && kinds >= 3 && /[^A-Za-z0-9_.:/-]/u.test(value)) return words < MOST_WORDS_OF_PASSWORD;
  return value.length >= 20 && isMixed && words < 0.3 && measureBits(value) >= 3.8;
}

function isHarmlessForm(value: string): boolean {
  return HARMLESS_FORMS.some((form) => form.test(value));
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;

function isUuid(value: string): boolean {
  return UUID.test(value);
}

const HARMLESS_FORMS: readonly RegExp[] = [
  UUID,
  /^(?:sha(?:1|256|384|512)|md5|blake\w{1,3})[-:_]/iu,
  /^[\d.,:_\s/TZ+-]+$/u,
  /:\/\//u,
  /^(?:data|file|arn|urn|mailto|image|blob|node|npm|workspace):/iu,
  /^(?:\.{0,2}|~|[A-Za-z]:)[\\/][\w.@ -]+[\\/.][\w.@\\/ -]*$/u,
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/u,
  /^v?\d+\.\d+\.\d+/u,
  /^#[0-9a-f]{3,8}$/iu,
  /^\$2[aby]\$|^\$argon2|^\{SHA/u,
  /^(?:@?[a-z][\w-]*\/)+[\w.-]+\.[a-z]{1,5}$/iu,
];

/** What a cookie holds; `isSession` when its name says that it stands for a person. */
export function looksLikeSession(whole: string, isSession: boolean): boolean {
  const value = whole.slice(0, MOST_JUDGED);
  if (!/[0-9]/u.test(value) || isPlaceholder(value)) return false;
  if (!isSession) {
    return (
      /^[\w%+/-]{24,}={0,2}$/u.test(value) &&
      looksAssigned({ value, quoted: true, password: false, environment: false })
    );
  }
  if (isUuid(value)) return true;
  if (value.length < 12 || isHarmlessForm(value)) return false;
  if (measureBits(value) < (value.length < 20 ? 2.8 : LEAST_BITS)) return false;
  return /^[A-Za-z0-9]{16,}$/u.test(value)
    ? /[0-9][A-Za-z]+[0-9]/u.test(value)
    : measureWords(value) < MOST_WORDS;
}

/** The password of an address such as `scheme://user:password@host`. */
export function looksLikeAddressPassword(password: string, user: string): boolean {
  if (isPlaceholder(password) || /^[$%{<[]|^\w+\(/u.test(password)) return false;
  return password !== user && !USUAL_PASSWORDS.has(password.toLowerCase());
}

const USUAL_PASSWORDS: ReadonlySet<string> = new Set(
  'password passwd pass pwd secret token postgres mysql root admin guest user username test testing mypassword mysecretpassword userpass xxx key'.split(
    ' ',
  ),
);
