/** What a text that has the form of a secret must also be, so that code and prose are left alone. */

/** Shannon entropy in bits per character; all characters beyond ASCII count as one. */
export function measureBits(text: string): number {
  const counts = new Uint32Array(BEYOND_ASCII + 1);
  for (let index = 0; index < text.length; index += 1) {
    const code = Math.min(text.charCodeAt(index), BEYOND_ASCII);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const BEYOND_ASCII = 128;

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
  const letters = text.match(/[A-Za-z]/gu)?.length ?? 0;
  if (letters === 0) return 0;
  let inWords = 0;
  for (const [run] of text.matchAll(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/gu)) {
    const vowels = run.match(/[aeiouy]/giu)?.length ?? 0;
    if (run.length >= 4 && vowels >= (run === run.toUpperCase() ? run.length / 5 : 1)) inWords += run.length;
  }
  return inWords / letters;
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
  if (!isLiteral && !/[0-9]/u.test(value)) return false;
  if (isPlaceholder(value) || isHarmlessForm(value)) return false;
  const kinds = countKinds(value);
  const words = measureWords(value);
  const bits = measureBits(value);
  if (!/[0-9]/u.test(value)) return looksLikeLetters(value, { password, words, bits });
  if (password && isLiteral) return looksLikePassword(value, { kinds, words, bits });
  if (value.length < (isLiteral ? 10 : 12) || bits < (value.length < 16 ? 2.8 : LEAST_BITS)) return false;
  const digitRuns = value.match(/[0-9]+/gu)?.length ?? 0;
  if (/^[0-9a-f]+$/iu.test(value)) return value.length >= 24 && digitRuns >= 4;
  if (kinds < 3 && (value.length < 16 || digitRuns < 3)) return false;
  if (digitRuns < 2 && value.length < 24) return false;
  if (isSprinkled(value, digitRuns)) return true;
  return words < (isLiteral ? MOST_WORDS : MOST_WORDS_OF_EXPRESSION);
}

/** Long, hardly divided and full of digits: then words in it are chance. */
function isSprinkled(value: string, digitRuns: number): boolean {
  const dividers = value.match(/[^A-Za-z0-9]/gu)?.length ?? 0;
  return value.length >= 20 && digitRuns >= 4 && dividers * 10 <= value.length;
}

const MOST_WORDS_OF_PASSWORD = 0.95;
const MOST_WORDS_OF_EXPRESSION = 0.45;

/** A person may have chosen it, so words may be in it; but it is no name such as `smtp_password_v1`. */
function looksLikePassword(
  value: string,
  { kinds, words, bits }: { kinds: number; words: number; bits: number },
): boolean {
  const isName = /^[a-z0-9]+(?:[_.-][a-z0-9]+)+$/iu.test(value) && words > 0.5;
  if (isName || bits < 2.5) return false;
  return kinds === 4 || ((kinds === 3 || value.length >= 12) && words < MOST_WORDS_OF_PASSWORD);
}

/** No digit at all: only long and mixed letters, or a password with a sign in it. */
function looksLikeLetters(
  value: string,
  { password, words, bits }: { password: boolean; words: number; bits: number },
): boolean {
  const kinds = countKinds(value);
  if (password && kinds >= 3 && /[^A-Za-z0-9_.:/-]/u.test(value)) return words < MOST_WORDS_OF_PASSWORD;
  return value.length >= 20 && /[a-z]/u.test(value) && /[A-Z]/u.test(value) && bits >= 3.8 && words < 0.3;
}

function countKinds(value: string): number {
  return [/[a-z]/u, /[A-Z]/u, /[0-9]/u, /[^a-zA-Z0-9]/u].filter((kind) => kind.test(value)).length;
}

function isHarmlessForm(value: string): boolean {
  return HARMLESS_FORMS.some((form) => form.test(value));
}

const HARMLESS_FORMS: readonly RegExp[] = [
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu,
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
