import { spawnSync } from 'node:child_process';

/** What bash itself makes of a text: the programs with their words, as it prints them; null where it does not accept it. */
export type BashReading = readonly (readonly string[])[] | null;

/**
 * Has bash read each text as the body of a function and print it. Nothing of it is run: bash is restricted, finds no
 * program, and defines functions only. Null where there is no bash.
 */
export function askBash(texts: readonly string[]): readonly BashReading[] | null {
  const readings: BashReading[] = [];
  while (readings.length < texts.length) {
    const left = texts.slice(readings.length);
    const answer = spawnSync('bash', ['--noprofile', '--norc', '-c', DRIVER], {
      input: left.map((text) => `${text}\0`).join(''),
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' },
      maxBuffer: 1 << 30,
    });
    if (answer.error !== undefined && 'code' in answer.error && answer.error.code === 'ENOENT') return null;
    const parts = answer.stdout.toString('utf8').split('\0').slice(0, -1);
    readings.push(...parts.map((part) => (part === '' ? null : readPrinted(part))));
    // Some errors of syntax end bash itself; that text is not accepted, and the others are asked about anew.
    if (parts.length < left.length) readings.push(null);
  }
  return readings;
}

const DRIVER = String.raw`
exec 3<&0 4>/dev/null 0</dev/null 2>/dev/null
PATH=
set -r
while IFS= read -r -d '' -u 3 text; do
  unset -f f
  eval "f() {
$text
}" >&4
  declare -f f
  printf '\0'
done`;

/** Splits what bash prints: one program for each list of words, without redirects. Written apart from our own reading. */
function readPrinted(printed: string): readonly (readonly string[])[] {
  const body = printed.slice(printed.indexOf('{') + 1, printed.lastIndexOf('}'));
  const programs: string[][] = [];
  let words: string[] = [];
  let isTarget = false;
  const finish = () => {
    if (words.length > 0) programs.push(words);
    words = [];
  };
  for (const token of splitTokens(body)) {
    if (isTarget) isTarget = false;
    else if (/^\d*(?:[<>]&|>>|>\||>|<|&>>|&>|<<<|<<-?|<>)$/u.test(token)) isTarget = true;
    else if (/^\d*[<>]&(?:\d+-?|-)$/u.test(token)) continue;
    else if (BREAKS.has(token) || (words.length === 0 && FIRST_WORDS.has(token))) finish();
    else words.push(token);
  }
  finish();
  return programs;
}

const BREAKS: ReadonlySet<string> = new Set(['&&', '||', '|', ';', '&', '\n', '(', ')']);
/** These are signs of the shell only where a program could stand. */
const FIRST_WORDS: ReadonlySet<string> = new Set(['{', '}', '!', 'time']);

const TOKEN =
  /[ \t]+|\d*(?:[<>]&(?:\d+-?|-)(?![^ \t\n|;&()<>])|[<>]&|<<<|<<-?|&>>|&>|>>|>\||<>|[<>])|&&|\|\||[|;&\n(){}!](?=[ \t\n;)]|$)|[|;&\n()]|(?:\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|[^ \t\n|;&()<>'"\\])+|[^]/gu;

/** Tokens in order; the lines that belong to a redirect are left out. */
function splitTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  const endings: string[] = [];
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text)?.[0]; token !== undefined; token = TOKEN.exec(text)?.[0]) {
    if (/^[ \t]+$/u.test(token)) continue;
    if (/^\d*<<-?$/u.test(tokens.at(-1) ?? '')) endings.push(token.replaceAll(/['"\\]/gu, ''));
    tokens.push(token);
    if (token === '\n')
      for (const ending of endings.splice(0)) TOKEN.lastIndex = endOfText(text, TOKEN.lastIndex, ending);
  }
  return tokens;
}

/** Behind the line that ends a text. */
function endOfText(text: string, from: number, ending: string): number {
  const lines = text.slice(from).split('\n');
  const last = lines.findIndex((line) => line.replace(/^\t+/u, '') === ending);
  return last === -1 ? text.length : from + lines.slice(0, last + 1).join('\n').length + 1;
}
