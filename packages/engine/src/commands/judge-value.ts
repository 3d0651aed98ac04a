import type { ArgumentKind, CommandPolicy } from './command-policy.ts';
import { fromRootOf, looksOutside, placePath } from './place-path.ts';
import { shortenName } from './shorten.ts';

export interface JudgedValue {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly problems: readonly string[];
}

const NOTHING: JudgedValue = { reads: [], writes: [], problems: [] };

/** What one value does, by its kind. */
export function judgeValue(kind: ArgumentKind, value: string, policy: CommandPolicy): JudgedValue {
  if (kind === 'read') return judgeRead(value, policy);
  if (kind === 'write') return judgeWrite(value, policy);
  if (kind === 'coverage') return judgeCoverage(value, policy);
  if (kind === 'project') return judgeRead(withoutExtras(value), policy);
  if (kind === 'expanded_write')
    return /[~$%]/u.test(value)
      ? { ...NOTHING, problems: [`the program itself makes another path of ${shortenName(value)}`] }
      : judgeWrite(value, policy);
  if (kind === 'lines') return judgeLines(value, policy);
  const why = WRONG[kind](value);
  if (why !== null) return { ...NOTHING, problems: [why] };
  return MAY_BE_PATHS.has(kind) && looksOutside(value, policy)
    ? { ...NOTHING, problems: [`${shortenName(value)} looks like a path outside the workspace`] }
    : NOTHING;
}

/** Text of these kinds has no slash at its beginning where it is no path. */
const MAY_BE_PATHS: ReadonlySet<ArgumentKind> = new Set(['text', 'pattern', 'format', 'name']);

/** `1,5:FILE`, `/from/,/to/:FILE`: what stands before the file are numbers and expressions. */
function judgeLines(value: string, policy: CommandPolicy): JudgedValue {
  const file = value.slice(value.lastIndexOf(':') + 1);
  if (policy.isSecret(file))
    return { ...NOTHING, problems: [`${shortenName(value)} looks like it holds secrets`] };
  return looksOutside(file, policy)
    ? { ...NOTHING, problems: [`${shortenName(value)} looks like a path outside the workspace`] }
    : NOTHING;
}

/** `.[dev]` is the project in this folder. */
export function withoutExtras(value: string): string {
  return value.replace(/\[[\w,-]*\]$/u, '');
}

/** The same without quotation marks: the shell could only put another folder of the workspace in its place. */
export const PLAIN_EXTRAS = /^\.\[[A-Za-z0-9_,]+\]$/u;

/** A path that is looked at: inside, and no secret. */
export function judgeRead(value: string, policy: CommandPolicy): JudgedValue {
  // Its own input.
  if (value === '-') return NOTHING;
  if (/^[A-Za-z][\w+.-]+:(?!:)/u.test(value))
    return { ...NOTHING, problems: [`${shortenName(value)} may be an address and no path`] };
  const placed = placePath(value, policy);
  if (placed.kind === 'outside')
    return { ...NOTHING, reads: [fromRootOf(value, policy)], problems: [placed.why] };
  const isSecret = policy.isSecret(placed.path);
  const other = OTHER_NAME.test(placed.path) ? [`${shortenName(value)} may be another name of a file`] : [];
  return {
    ...NOTHING,
    reads: [placed.path],
    problems: isSecret ? [`${shortenName(value)} looks like it holds secrets`] : other,
  };
}

/** A path that is made, changed or taken away. */
export function judgeWrite(value: string, policy: CommandPolicy): JudgedValue {
  if (value === '-' || NOWHERE.has(value)) return NOTHING;
  const placed = placePath(value, policy);
  if (placed.kind === 'outside')
    return { ...NOTHING, writes: [fromRootOf(value, policy)], problems: [placed.why] };
  const { path } = placed;
  const isGuarded = policy.isProtected(path) || policy.isProtected(`${path}/x`);
  if (OTHER_NAME.test(path))
    return { ...NOTHING, writes: [path], problems: [`${shortenName(value)} may be another name of a file`] };
  if (START_FILES.test(path))
    return {
      ...NOTHING,
      writes: [path],
      problems: [`${shortenName(value)} is read by programs when they start`],
    };
  return {
    ...NOTHING,
    writes: [path],
    problems: isGuarded ? [`${shortenName(value)} is a protected file`] : [],
  };
}

/** `html:DIRECTORY`, `xml:FILE`; without a colon it is a place of its own. What is no known kind of report asks. */
function judgeCoverage(value: string, policy: CommandPolicy): JudgedValue {
  const [, kind = '', target] = /^([a-z-]*)(?::(.*))?$/u.exec(value) ?? [];
  if (kind.startsWith('term') || kind === '')
    return /^(?:term|term-missing)?(?::skip-covered)?$/u.test(value)
      ? NOTHING
      : { ...NOTHING, problems: [`${shortenName(value)} is no kind of report that is known here`] };
  const usual = COVERAGE_PLACES.get(kind);
  const place = target ?? usual;
  if (usual === undefined || place === undefined || place === '')
    return { ...NOTHING, problems: [`${shortenName(value)} is no kind of report that is known here`] };
  return judgeWrite(place, policy);
}

const COVERAGE_PLACES: ReadonlyMap<string, string> = new Map([
  ['html', 'htmlcov'],
  ['xml', 'coverage.xml'],
  ['json', 'coverage.json'],
  ['lcov', 'coverage.lcov'],
]);

/** On some disks a file has a short name too, and a name that ends with dots, blanks or the name of a stream is the one without them. */
const OTHER_NAME = /(?:^|\/)(?:[^/~]{1,6}~\d(?:\.[^/.]{1,3})?|[^/]*:\$[^/]*|[^/]*[^/. ][. ]+)(?=\/|$)/u;

/** In a home folder these run commands or change what programs do. */
const START_FILES =
  /(?:^|\/)\.(?:bash(?:rc|_profile|_login|_logout|_aliases)|profile|zsh(?:rc|env)|zprofile|zlogin|zlogout|gitconfig|inputrc|curlrc|wgetrc|vimrc|exrc|netrc|yarnrc(?:\.yml)?|pnpmfile\.cjs|envrc|pythonrc)$|(?:^|\/)mise\.toml$|(?:^|\/)\.(?:ssh|config|local)\//iu;

/** What is written there is gone. */
const NOWHERE: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

const WRONG: Readonly<
  Record<
    Exclude<ArgumentKind, 'read' | 'write' | 'expanded_write' | 'project' | 'coverage' | 'lines'>,
    (value: string) => string | null
  >
> = {
  text: () => null,
  pattern: () => null,
  date: (value) =>
    /^[\w :+.,@-]*$/u.test(value) && /\d/u.test(value.slice(value.lastIndexOf('@') + 1))
      ? null
      : `${shortenName(value)} is no date that is known here`,
  permissions: (value) =>
    /^[-/+]?(?:[0-7]{1,5}|[ugoarwxXst,+=-]+)$/u.test(value)
      ? null
      : `${shortenName(value)} names no permissions`,
  name: (value) => (/^[\w+.,:-]*$/u.test(value) ? null : `${shortenName(value)} is no plain name`),
  number: (value) =>
    /^[+-]?\d+(?:\.\d+)?[A-Za-z]{0,3}$/u.test(value) ? null : `${shortenName(value)} is no number`,
  format: (value) =>
    // Between the sign and the letter only padding and a few signs can stand; a letter more asked about is no harm.
    (value.includes('%') && value.includes('G')) || value.includes('signature')
      ? 'its format would start a program that checks signatures'
      : null,
  data: (value) => (value.startsWith('@') ? `${shortenName(value)} would be read from a file` : null),
  header: (value) => {
    if (value.startsWith('@')) return `${shortenName(value)} would be read from a file`;
    return /^\s*x-(?:http-)?method(?:-override)?\s*[:;]/iu.test(value)
      ? `${shortenName(value)} makes another method of the request`
      : null;
  },
  method: (value) =>
    /^(?:GET|HEAD|OPTIONS)$/u.test(value)
      ? null
      : `the method ${shortenName(value)} may change something where it is sent to`,
  sent: () => 'it sends something, which may change what lies there',
  report: (value) =>
    value.startsWith('@') || /%output|%\{output|%\{stderr/u.test(value)
      ? 'what it reports can go to a file'
      : null,
  linker: (value) =>
    /^(?:(?:-s|-w|-X \S+)(?:\s+|$))*$/u.test(value) ? null : 'flags of the linker can start programs',
  // Before 6.0 pytest gave it to the interpreter.
  expression: (value) =>
    /[\w\])}'"]\s*\(/u.test(value.replaceAll(/\b(?:and|or|not)\b/gu, '|'))
      ? `${shortenName(value)} could be code that calls something`
      : null,
  left_out: (value) => (/^no:[\w.-]+$/u.test(value) ? null : `${shortenName(value)} would be loaded`),
  codegen: (value) =>
    /^(?:opt-level|debuginfo|overflow-checks|debug-assertions|lto|codegen-units|target-cpu|panic|strip)=[\w-]+$/u.test(
      value,
    )
      ? null
      : 'settings of the code that it makes can start programs',
};
