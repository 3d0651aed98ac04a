import { posix } from 'node:path';

import type { CommandPolicy, OperandKind, ProgramRule } from './command-policy.ts';
import { judgeAddress, nameDownload } from './judge-address.ts';
import { judgeRevision } from './judge-revision.ts';
import { judgeNamed } from './judge-unknown.ts';
import { judgeRead, judgeWrite, PLAIN_EXTRAS, withoutExtras, type JudgedValue } from './judge-value.ts';
import { looksOutside, placePath } from './place-path.ts';
import type { ReadArguments } from './read-arguments.ts';
import type { ShellWord } from './read-word.ts';
import { OF_YARN } from './rules-effective.ts';
import { shorten } from './shorten.ts';

/** What the arguments do that are no options. */
export function judgeOperands(
  rule: ProgramRule,
  read: ReadArguments,
  policy: CommandPolicy,
): readonly JudgedValue[] {
  const { operands } = read;
  const isInforming = rule.informs?.split(' ').some((flag) => read.flags.has(flag)) ?? false;
  if (rule.needsOperand === true && operands.length === 0 && !isInforming)
    return [problem('without an argument it takes what it does from its input')];
  const context = { rule, read, policy };
  const free = read.rest.map((word) => judgeHanded(word, context));
  return [...JUDGES[rule.operands](context), ...free];
}

interface Context {
  readonly rule: ProgramRule;
  readonly read: ReadArguments;
  readonly policy: CommandPolicy;
}

const JUDGES: Readonly<Record<OperandKind, (context: Context) => readonly JudgedValue[]>> = {
  none: ({ read }) =>
    read.operands.map(({ text }) => problem(`it is not known what it makes of ${shorten(text)}`)),
  text: ({ read }) =>
    read.operands.map(({ value, text }) =>
      value === null ? problem(`${shorten(text)} is a pattern of files`) : NOTHING,
    ),
  reads: (context) => context.read.operands.map((word) => judgePath(word, context, judgeRead)),
  writes: (context) => context.read.operands.map((word) => judgePath(word, context, judgeWrite)),
  copies: (context) => judgeTransfer(context, makesLinks(context.read) ? judgeBoth : judgeRead),
  moves: (context) => judgeTransfer(context, judgeBoth),
  searches: judgeSearch,
  walks: (context) =>
    context.read.operands.map((word) =>
      WALK_SIGNS.has(word.value ?? '') ? NOTHING : judgePath(word, context, judgeRead),
    ),
  revisions: ({ read, policy }) => read.operands.map((word) => judgeRevision(word, policy)),
  branches: ({ read }) =>
    read.operands.map(({ value, text }) =>
      value === null ? problem(`${shorten(text)} is a pattern of files`) : NOTHING,
    ),
  addresses: judgeAddresses,
  downloads: judgeDownloads,
  npm_packages: ({ read }) => read.operands.map((word) => judgeName(word, NPM_NAME)),
  python_packages: ({ read, policy }) =>
    read.operands.map((word) => {
      const isPlain = PLAIN_EXTRAS.test(word.text) || NAMED_EXTRAS.test(word.text);
      const value = word.value ?? (isPlain ? word.text : '');
      return LOCAL_PYTHON.test(value)
        ? judgeRead(withoutExtras(value), policy)
        : judgeName(isPlain ? { ...word, value } : word, PYTHON_NAME);
    }),
  go_packages: ({ read, policy }) => read.operands.map((word) => judgeGoPackage(word, policy)),
  script: (context) =>
    context.read.operands.map((word) =>
      word.value === '-'
        ? problem('it would run what comes from its input')
        : judgePath(word, context, judgeRead),
    ),
  task: (context) => context.read.operands.map((word) => judgeHanded(word, context)),
};

const NOTHING: JudgedValue = { reads: [], writes: [], problems: [] };

function problem(text: string): JudgedValue {
  return { reads: [], writes: [], problems: [text] };
}

type JudgePath = (value: string, policy: CommandPolicy) => JudgedValue;

const judgeBoth: JudgePath = (value, policy) => {
  const written = judgeWrite(value, policy);
  const read = judgeRead(value, policy);
  return { ...written, reads: read.reads, problems: [...new Set([...written.problems, ...read.problems])] };
};

/** A pattern of files is where its beginning is; behind a sign of it no way leads up, and no hidden file is meant. */
function judgePath(word: ShellWord, { rule, read, policy }: Context, judge: JudgePath): JudgedValue {
  const { value, glob, text } = word;
  // Some programs take more options from a file that is named so.
  if ((value ?? glob)?.startsWith('@') === true) return problem(`${shorten(text)} may hold more options`);
  if (value !== null) return judge(value, policy);
  if (glob === null) return problem(`${shorten(text)} is not known before it runs`);
  // A pattern that begins with a sign matches names that begin with a dash.
  const isSafe = read.behind.has(word) || (glob !== '' && !glob.startsWith('-'));
  if (!isSafe && (rule.takesAnyGlob !== true || glob.startsWith('-')))
    return problem(`${shorten(text)} could match a name that is an option`);
  if (/(?:^|\/)\.[^/]*$/u.test(glob) || /[/.]\.|\/\./u.test(text.slice(glob.length)))
    return problem(`${shorten(text)} could match what is hidden`);
  const folder = glob.includes('/') ? glob.slice(0, glob.lastIndexOf('/') + 1) : '.';
  const judged = judge(folder, policy);
  return folder === '.' ? { ...judged, problems: [] } : judged;
}

function judgeTransfer(context: Context, judgeSource: JudgePath): readonly JudgedValue[] {
  const { read, policy } = context;
  const given = read.targets[0]?.path;
  const sources = given === undefined ? read.operands.slice(0, -1) : read.operands;
  const last = read.operands.at(-1);
  const target = given ?? last?.value ?? null;
  // An option that is not known may have named another folder.
  const elsewhere = read.mayTarget.flatMap((folder) => judgeInside(folder, read.operands, policy));
  if (sources.length === 0 || target === null)
    return [
      problem('it is not known where it leads'),
      ...elsewhere,
      ...(elsewhere.length === 0 ? [] : read.operands.map((word) => judgePath(word, context, judgeSource))),
    ];
  const isWhole =
    ['-T', '--no-target-directory'].some((flag) => read.flags.has(flag)) ||
    sources.some(({ text }) => /\/\.?$/u.test(text));
  const placed = placePath(target, policy);
  if (isWhole && placed.kind === 'inside' && placed.path === '.')
    return [
      problem('what it would write into the root of the workspace, hidden files too, is not in its words'),
    ];
  return [
    ...sources.map((word) => judgePath(word, context, judgeSource)),
    judgeWrite(target, policy),
    // The target can be a folder, and then this is what is written.
    ...judgeInside(target, sources, policy),
    ...elsewhere,
  ];
}

/** Whether a copy may be a link, through which what it is of can be changed under another name: `cp -al`, `cp --link`. */
export function makesLinks({ unknown }: Pick<ReadArguments, 'unknown'>): boolean {
  return hasUnknown(unknown, /^-[A-Za-z]*[ls]/u, ['--link', '--symbolic-link']);
}

/** An option that the rule does not name, in a cluster or begun. */
export function hasUnknown(unknown: readonly string[], short: RegExp, long: readonly string[]): boolean {
  return unknown.some((text) =>
    text.startsWith('--') ? long.some((name) => name.startsWith(text)) : short.test(text),
  );
}

function judgeInside(
  folder: string,
  words: readonly ShellWord[],
  policy: CommandPolicy,
): readonly JudgedValue[] {
  return words.flatMap(({ value }) =>
    value === null ? [] : [judgeWrite(posix.join(folder, posix.basename(value)), policy)],
  );
}

function judgeSearch(context: Context): readonly JudgedValue[] {
  const { read } = context;
  const hasPattern = ['-e', '-f', '--regexp', '--file'].some((flag) => read.flags.has(flag));
  const [pattern] = read.operands;
  const files = hasPattern ? read.operands : read.operands.slice(1);
  const unclear =
    !hasPattern && pattern?.value === null
      ? [
          problem(
            `${shorten(pattern.text)} is a pattern of files where text is meant; put it in quotation marks`,
          ),
        ]
      : [];
  return [...unclear, ...files.map((word) => judgePath(word, context, judgeRead))];
}

/** Words of an expression of find that are no folders. */
export const WALK_SIGNS: ReadonlySet<string> = new Set(['(', ')', '!', ',']);

function judgeAddresses({ read, policy }: Context): readonly JudgedValue[] {
  const has = (...flags: readonly string[]) => flags.some((flag) => read.flags.has(flag));
  const savesByName = has('-O', '--remote-name');
  // Who is reached is not checked then, so it has to be this machine, and must not send on.
  const [isUnchecked, isSentOn] = [has('-k', '--insecure'), has('-L', '--location')];
  return read.operands.map((word) => {
    const value = word.value ?? addressOf(word);
    if (isUnchecked && (isSentOn || !LOCAL_ADDRESS.test(value ?? '')))
      return problem(`nobody checks who answers for ${shorten(word.text)}`);
    const why = value === null ? `${shorten(word.text)} is a pattern of files` : judgeAddress(value);
    if (why !== null || value === null) return problem(why ?? '');
    if (!savesByName) return NOTHING;
    const name = nameDownload(value, false);
    return name === null
      ? problem(`it is not known under which name ${shorten(value)} is saved`)
      : judgeWrite(name, policy);
  });
}

const LOCAL_ADDRESS = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?#]|$)/u;

/** A question mark in an address is a sign of the shell; whatever it matched would still begin as the address does. */
function addressOf({ text, glob }: ShellWord): string | null {
  return glob !== null && /^https?:\/\/[\w.:-]+\/[\w./=%,:@+-]*\?[\w./=%,:@+-]*$/u.test(text) ? text : null;
}

function judgeDownloads({ read, policy }: Context): readonly JudgedValue[] {
  const folder = read.targets.find(({ flag }) => flag === '-P' || flag === '--directory-prefix')?.path ?? '.';
  const isNamed = read.targets.some(({ flag }) => flag === '-O' || flag === '--output-document');
  return read.operands.map(({ value, text }) => {
    const why = value === null ? `${shorten(text)} is a pattern of files` : judgeAddress(value);
    if (why !== null || value === null) return problem(why ?? '');
    if (isNamed || read.flags.has('--spider')) return NOTHING;
    const name = nameDownload(value, true);
    return name === null
      ? problem(`it is not known under which name ${shorten(value)} is saved`)
      : judgeWrite(posix.join(folder, name), policy);
  });
}

/** What stands behind the sign is a version: with a dot before it, it would be a folder (`x@..` is the one above this one). */
const NPM_NAME = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:@(?!\s*\.)[\w.^~<>=|* -]+)?$/u;
const PYTHON_NAME =
  /^[A-Za-z0-9][\w.-]*(?:\[[\w,-]+\])?(?:\s*(?:==|>=|<=|~=|!=|>|<)\s*[\w.*]+(?:\s*,\s*(?:==|>=|<=|~=|!=|>|<)\s*[\w.*]+)*)?$/u;
/** Without quotation marks: the shell could only put the name of another package in its place, and that is judged too. */
const NAMED_EXTRAS = /^[A-Za-z0-9][\w.-]*\[[A-Za-z0-9_,]+\]$/u;
const LOCAL_PYTHON = /^\.{1,2}(?:\/|\[|$)/u;

/** What package managers unpack, in any case. */
const ARCHIVE = /\.(?:tar|tgz|gz|zip|whl|egg|bz2?|tbz2?|xz|txz|lz|tlz|lzma|zst|tzst|z|7z)$/iu;

function judgeName({ value, text }: ShellWord, form: RegExp): JudgedValue {
  // A file in the folder would be installed instead of what the registry has.
  const isFile = ARCHIVE.test(value ?? '');
  return value !== null && form.test(value) && !isFile
    ? NOTHING
    : problem(`${shorten(text)} is not a plain name of a package`);
}

function judgeGoPackage({ value, text }: ShellWord, policy: CommandPolicy): JudgedValue {
  const isLocal = value !== null && /^(?:\.(?:\/|$)|[\w./-]+\.go$)/u.test(value) && !value.includes('@');
  if (!isLocal) return problem(`${shorten(text)} is not a package of the workspace`);
  return judgeRead(value.replace(/\/?\.\.\.$/u, ''), policy);
}

/** A task is run by a shell, and not every package manager puts its arguments into quotation marks that hold. */
function judgeHanded(word: ShellWord, { rule, policy }: Context): JudgedValue {
  if (rule.tokens.startsWith('yarn ') && OF_YARN.test(word.value ?? ''))
    return problem(`the option ${shorten(word.text)} is not among those that are known to be harmless`);
  return rule.operands === 'task' && /[$`"\\\n]/u.test(word.value ?? '')
    ? problem(`a shell could make something of ${shorten(word.text)} once more`)
    : judgeFree(word, policy);
}

/** Also behind an option. */
const ADDRESS = /^(?:--?[\w-]+=)?([A-Za-z][\w+.-]*:\/\/\S*)$/u;

/** What is handed on to code of the workspace. */
function judgeFree({ value, glob, text, unknown }: ShellWord, policy: CommandPolicy): JudgedValue {
  if (unknown !== null) return problem(`${shorten(text)} is not known before it runs: ${unknown}`);
  if (value === null) {
    const isPlain = glob !== null && glob !== '' && !glob.startsWith('-') && !text.includes('..');
    if (!isPlain) return problem(`${shorten(text)} could match anything`);
  }
  const address = ADDRESS.exec(value ?? '')?.[1];
  if (address !== undefined)
    return LOCAL_ADDRESS.test(address) && judgeAddress(address) === null
      ? NOTHING
      : problem(`${shorten(text)} is an address, and nobody knows here what is done with it`);
  if (looksOutside(value ?? glob ?? '', policy))
    return problem(`${shorten(text)} looks like a path outside the workspace`);
  return { ...NOTHING, problems: judgeNamed(value ?? '', policy) };
}
