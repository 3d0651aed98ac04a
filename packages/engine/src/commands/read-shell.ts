import {
  forEachChild,
  parse,
  type Assignment,
  type Command,
  type HereDoc,
  type ParsedScript,
  type Redirected,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash';

import { AT_START, followFolder, isMover, joinWhereabouts, type Whereabouts } from './follow-folder.ts';
import { readWord, type ShellWord } from './read-word.ts';
import { splitShell } from './split-shell.ts';

/** One program with its words: what a line of shell comes down to. */
export interface ShellSegment {
  readonly text: string;
  /** The program first; none where there are only assignments or redirects. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  readonly redirects: readonly ShellRedirect[];
  /** What the shell puts around it that needs a question; each is a sentence without its end. */
  readonly around: readonly string[];
  /** Where it runs, from where the line begins. */
  readonly folders: Whereabouts;
}

interface ShellAssignment {
  readonly text: string;
  readonly name: string;
  /** Null: it is not plain text. */
  readonly value: string | null;
}

export interface ShellRedirect {
  readonly operator: string;
  readonly text: string;
  /** Null where it has none that is known. */
  readonly target: string | null;
  /** Why its target or its text is not known. */
  readonly unknown: string | null;
}

export interface ShellReading {
  readonly segments: readonly ShellSegment[];
  /** Some of them run at once, the output of one being the input of the next. */
  readonly isPiped: boolean;
  /** What is against the text as a whole. */
  readonly problems: readonly string[];
}

/** Reads a line of shell into what it would start. Everything that is not fully understood becomes a problem. */
export function readShell(text: string): ShellReading {
  const known = lastRead.get(text);
  if (known !== undefined) return known;
  const reading = readAnew(text);
  if (lastRead.size >= MOST_REMEMBERED) lastRead.clear();
  lastRead.set(text, reading);
  return reading;
}

/** A line is read for each question that is asked about it. */
const lastRead = new Map<string, ShellReading>();
const MOST_REMEMBERED = 16;

function readAnew(text: string): ShellReading {
  if (text.split('{').length > MOST_BRACES) return unreadable(`more than ${MOST_BRACES} braces`);
  if (text.split(/\$\(|`/u).length > MOST_SUBSTITUTIONS)
    return unreadable(`more than ${MOST_SUBSTITUTIONS} substitutions`);
  const state = beginWalk(text);
  try {
    walk(state, parse(text), []);
    if (state.problems.size === 0 && !isReadTwice(state)) state.problems.add('it can be read in two ways');
  } catch (error) {
    // The parser is foreign: whatever it does not survive is not understood.
    state.problems.add(`it cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  const { track, problems } = state;
  // A function may be called from anywhere.
  const segments = track.hasFunction && track.moves > 0 ? state.segments.map(asLost) : state.segments;
  return { segments, isPiped: track.isPiped, problems: [...problems] };
}

function unreadable(why: string): ShellReading {
  return { segments: [], isPiped: false, problems: [`it cannot be read: it has ${why}`] };
}

/** From each of them the parser looks for the other one. */
const MOST_BRACES = 1000;
/** Each of them is read as a line of its own, also inside of others. */
const MOST_SUBSTITUTIONS = 200;

interface WalkState {
  readonly text: string;
  readonly segments: ShellSegment[];
  readonly problems: Set<string>;
  depth: number;
  /** Every word that the parser saw, with its place. */
  readonly seen: { readonly pos: number; readonly text: string }[];
  groups: number;
  readonly track: Track;
}

/** What becomes of the folder while a line is read. */
interface Track {
  folders: Whereabouts;
  /** How often it was changed by now. */
  moves: number;
  hasFunction: boolean;
  isPiped: boolean;
}

function beginWalk(text: string): WalkState {
  const track = { folders: AT_START, moves: 0, hasFunction: false, isPiped: false };
  return { text, segments: [], problems: new Set(), depth: 0, seen: [], groups: 0, track };
}

function asLost(segment: ShellSegment): ShellSegment {
  return { ...segment, folders: null };
}

/** The parser is lenient with some texts; what it left out, the second reading finds. */
function isReadTwice({ text, seen, groups, segments }: WalkState): boolean {
  // Words with substitutions are asked about anyway, and the second reading does not know them.
  if (segments.some(({ words }) => words.some(({ unknown }) => unknown !== null))) return true;
  const split = splitShell(text);
  if (split === null || split.hasBraces) return false;
  if (split.opened !== groups || split.closed !== groups) return false;
  const words = seen.toSorted((one, other) => one.pos - other.pos).map((word) => word.text);
  return words.length === split.words.length && words.every((word, index) => word === split.words[index]);
}

const DEEPEST = 100;

function walk(state: WalkState, node: SyntaxNode, around: readonly string[]): void {
  if (state.depth > DEEPEST) {
    state.problems.add('it is nested too deep');
    return;
  }
  state.depth += 1;
  if (node.type === 'Script') walkScript(state, node, around);
  else if (node.type === 'Command') walkCommand(state, node, around);
  else {
    const said = sayAround(node, around.length > 0);
    const inner = said === null ? around : [...around, said];
    if (said !== null) state.problems.add(said);
    if (node.type === 'Subshell' || node.type === 'BraceGroup') state.groups += 1;
    if (node.type === 'Redirected') noteRedirects(state, node, inner);
    walkInside(state, node, (child) => walk(state, child, inner));
  }
  state.depth -= 1;
}

/** The redirects of several commands together are a part of their own, without words. */
function noteRedirects(state: WalkState, { redirects }: Redirected, around: readonly string[]): void {
  const [first] = redirects;
  const last = redirects.at(-1);
  if (first === undefined || last === undefined) return;
  state.segments.push({
    text: state.text.slice(first.pos, last.end),
    words: [],
    assignments: [],
    redirects: redirects.map((redirect) => readRedirect(state.text, redirect)),
    around,
    folders: state.track.folders,
  });
}

/** Goes through the parts of a node, and keeps an eye on the folder in which each of them runs. */
function walkInside(
  { track, segments }: WalkState,
  node: SyntaxNode,
  visit: (child: SyntaxNode) => void,
): void {
  const before = track.folders;
  const [moves, start] = [track.moves, segments.length];
  let index = 0;
  forEachChild(node, (child) => {
    if (node.type === 'Pipeline' && node.commands.length > 1) track.folders = before;
    const isInstead = node.type === 'AndOr' && node.operators[index - 1] === '||';
    const already = isInstead ? joinWhereabouts(before, track.folders) : track.folders;
    track.folders = already;
    visit(child);
    // What stands behind it may run without it.
    if (isInstead) track.folders = joinWhereabouts(already, track.folders);
    index += 1;
  });
  if (node.type === 'Function') track.hasFunction = true;
  const isPipe = node.type === 'Pipeline' && node.commands.length > 1;
  if (isPipe) track.isPiped = true;
  if (track.moves === moves) return;
  if (APART.has(node.type) || isPipe) track.folders = before;
  else if (node.type === 'Statement' && node.background === true) track.folders = before;
  // A change of the folder may fail.
  else if (node.type === 'Statement' || (node.type === 'Pipeline' && node.prefixes.length > 0))
    track.folders = joinWhereabouts(before, track.folders);
  else if (UNCERTAIN.has(node.type)) {
    track.folders = null;
    segments.splice(start, segments.length, ...segments.slice(start).map(asLost));
  }
}

/** They have a folder of their own. */
const APART: ReadonlySet<string> = new Set(['Subshell', 'CommandExpansion', 'ProcessSubstitution', 'Coproc']);

/** What is in them runs later, not at all or again and again. */
const UNCERTAIN: ReadonlySet<string> = new Set([
  'If',
  'For',
  'ArithmeticFor',
  'While',
  'Select',
  'Case',
  'Function',
]);

function walkScript(state: WalkState, script: ParsedScript, around: readonly string[]): void {
  for (const { message } of script.errors ?? []) state.problems.add(`it cannot be read: ${message}`);
  // An escaped backtick has a text of its own.
  const inner = script.source === undefined ? state : { ...state, text: script.source };
  forEachChild(script, (child) => walk(inner, child, around));
  if (script.errors !== undefined && script.errors.length > 0) return;
  if (script.commands.length === 0 && script.pos === 0 && state.segments.length === 0)
    state.problems.add('there is no command in it');
}

/** What may run by itself is a list of programs: one after the other, in pipes, in brackets. The rest is asked about. */
function sayAround(node: SyntaxNode, isInside: boolean): string | null {
  if (node.type === 'Statement') return node.background === true ? 'it goes on in the background' : null;
  if (PLAIN.has(node.type)) return null;
  // Words of what is asked about anyway are of no interest but for the commands in them.
  return AROUND.get(node.type) ?? (isInside ? null : `${node.type} is not known here`);
}

const PLAIN: ReadonlySet<string> = new Set([
  'CompoundList',
  'AndOr',
  'Pipeline',
  'Negation',
  'Time',
  'Subshell',
  'BraceGroup',
]);

const AROUND: ReadonlyMap<string, string> = new Map([
  ['CommandExpansion', 'the output of a command becomes a part of it'],
  ['ProcessSubstitution', 'the output of a command becomes a file of it'],
  ['Function', 'a function is defined'],
  ['Coproc', 'a second process runs beside it'],
  ['If', 'it runs only under a condition'],
  ['For', 'it is a loop'],
  ['ArithmeticFor', 'it is a loop'],
  ['While', 'it is a loop'],
  ['Select', 'it waits for a choice'],
  ['Case', 'it runs only under a condition'],
  ['TestCommand', 'it computes a condition'],
  ['ArithmeticCommand', 'it computes in the shell'],
  ['Redirected', 'the output of several commands is sent elsewhere'],
]);

function walkCommand(state: WalkState, command: Command, around: readonly string[]): void {
  const { name, args, prefix, redirects } = command;
  const nested: SyntaxNode[] = [];
  const noteNested = (node: SyntaxNode): void => {
    if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') nested.push(node);
    else forEachChild(node, noteNested);
  };
  forEachChild(command, noteNested);
  const words = [...(name === undefined ? [] : [name]), ...args].map((word) =>
    word.type === 'Word' ? readWord(word) : readArgument(word),
  );
  state.seen.push(...(name === undefined ? [] : [name]), ...args, ...prefix.filter(isAssignment));
  for (const redirect of redirects) {
    const target = redirect.type === 'HereDoc' ? redirect.delimiter : redirect.target;
    if (target !== undefined) state.seen.push(target);
  }
  const assignments = prefix.flatMap((item) => (item.type === 'Assignment' ? [readAssignment(item)] : []));
  state.segments.push({
    text: state.text.slice(command.pos, command.end),
    words,
    assignments,
    redirects: redirects.map((redirect) => readRedirect(state.text, redirect)),
    around: nested.length === 0 ? around : [...around, ...nested.flatMap(sayNested)],
    folders: state.track.folders,
  });
  for (const node of nested) walk(state, node, around);
  if (!isMover(words)) return;
  const { track } = state;
  track.moves += 1;
  track.folders = followFolder(words, {
    before: track.folders,
    isPlain: prefix.length + nested.length === 0,
  });
}

function isAssignment(item: Assignment | Redirection): item is Assignment {
  return item.type === 'Assignment';
}

function sayNested(node: SyntaxNode): readonly string[] {
  const said = sayAround(node, false);
  return said === null ? [] : [said];
}

/** Of built-ins such as `export` the arguments are assignments too. */
function readArgument({ text }: Assignment): ShellWord {
  return { text, value: null, glob: null, unknown: 'it sets a variable' };
}

function readAssignment({ text, name, value, append, index }: Assignment): ShellAssignment {
  if (value.type !== 'Word' || append === true || index !== undefined) return { text, name, value: null };
  return { text, name, value: readOptionalWord(value) };
}

/** Nothing behind the sign of an assignment is the empty text. */
function readOptionalWord(word: Word): string | null {
  if (word.text === '') return '';
  const { value, unknown, text } = readWord(word);
  // Nothing is put in the place of a pattern here: `DEBUG=app:*`.
  return value ?? (unknown === null && /^[\w*?.,:@+/-]+$/u.test(text) ? text : null);
}

function readRedirect(source: string, redirect: Redirection): ShellRedirect {
  const { operator, descriptor } = redirect;
  const text = source.slice(redirect.pos, redirect.end);
  if (descriptor?.type === 'FileDescriptorVariable')
    return { operator, text, target: null, unknown: 'it puts the number of a file into a variable' };
  if (redirect.type === 'HereDoc') return readHereDoc(text, redirect);
  if (redirect.target === undefined) return { operator, text, target: null, unknown: 'it has no target' };
  const { value, unknown, glob } = readWord(redirect.target);
  // Bash takes the dash for the sign that closes a file, and the rest for a word.
  const isCut = operator.endsWith('&') && /^-./u.test(redirect.target.text);
  const why =
    unknown ??
    (glob === null ? null : 'its target is a pattern') ??
    (isCut ? 'it can be read in two ways' : null);
  return { operator, text, target: value, unknown: why };
}

function readHereDoc(text: string, { operator, delimiter, body, closing }: HereDoc): ShellRedirect {
  if (delimiter === undefined || closing === undefined)
    return { operator, text, target: null, unknown: 'its text has no end' };
  if (delimiter.quoted) return { operator, text, target: null, unknown: null };
  const isPlain = !/[$`\\]/u.test(body.text);
  return { operator, text, target: null, unknown: isPlain ? null : 'the shell puts something into its text' };
}
