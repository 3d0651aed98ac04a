import type { Links, Token } from 'marked';

import { toBlocks, type Block, type lexMarkdown } from './lex-blocks.ts';
import { mendTail } from './mend-tail.ts';

/** Reads Markdown that grows at its end. */
export interface IncrementalLexer {
  /** The blocks of the whole text; those that cannot change any more are the same objects as before. */
  update(text: string): readonly Block[];
}

/** A last block that is larger is read again only when it has grown by a part of itself. */
const LARGE = 16_384;
const GROWTH = 16;

interface State {
  text: string;
  /** Where the last block begins: all before it is settled. */
  settledEnd: number;
  settled: readonly Block[];
  links: Links;
  /** The last block is code whose end has not come. */
  fence: OpenFence | null;
  /** How much of the last block was read, and what it was. */
  readLength: number;
  last: readonly Block[];
}

interface OpenFence {
  readonly token: Token;
  readonly codeStart: number;
  readonly end: RegExp;
  /** Where the last line begins that was looked at for the end. */
  lookedTo: number;
}

/**
 * Blocks before the last one are settled, so the cost of a piece is that of the last block and not that of the whole
 * text. Code that is open is not read at all: it only grows until its closing line comes.
 */
export function createIncrementalLexer(lex: typeof lexMarkdown): IncrementalLexer {
  let state = begin();
  return {
    update: (text) => {
      if (!text.startsWith(state.text)) state = begin();
      state.text = text;
      if (state.fence !== null && growFence(state, state.fence)) return [...state.settled, ...state.last];
      readOn(state, lex);
      return [...state.settled, ...state.last];
    },
  };
}

function begin(): State {
  return { text: '', settledEnd: 0, settled: [], links: {}, fence: null, readLength: 0, last: [] };
}

function readOn(state: State, lex: typeof lexMarkdown): void {
  const rest = state.text.slice(state.settledEnd);
  const grown = rest.length - state.readLength;
  if (state.readLength > LARGE && grown < state.readLength / GROWTH) {
    state.last = [...state.last.filter(({ token }) => token.type !== 'pending'), pendingBlock(state, rest)];
    return;
  }
  const tokens = lex(rest, state.links);
  const lastPlace = tokens.findLastIndex(({ type }) => type !== 'space');
  const openPlace = findOpen(tokens, lastPlace);
  settle(state, tokens.slice(0, Math.max(0, openPlace)));
  state.readLength = state.text.length - state.settledEnd;
  const held = toBlocks(tokens.slice(Math.max(0, openPlace), Math.max(0, lastPlace)), state.settled.length);
  const last = tokens[lastPlace];
  state.fence = last === undefined || held.length > 0 ? null : openFence(state, last);
  const key = state.settled.length + held.length;
  state.last = last === undefined ? held : [...held, ...lexLast(state, last, { lex, key })];
}

/** A list is over with the first whole line that does not belong to it: what looks like text may become its next mark. */
function findOpen(tokens: readonly Token[], lastPlace: number): number {
  const last = tokens[lastPlace];
  if (last === undefined || last.raw.includes('\n')) return lastPlace;
  const before = tokens.findLastIndex(({ type }, place) => place < lastPlace && type !== 'space');
  return tokens[before]?.type === 'list' ? before : lastPlace;
}

const PENDING_KEY = -1;

function pendingBlock({ readLength }: State, rest: string): Block {
  const text = rest.slice(readLength);
  return { key: PENDING_KEY, token: { type: 'pending', raw: text, text } };
}

function settle(state: State, tokens: readonly Token[]): void {
  for (const token of tokens) {
    state.settledEnd += token.raw.length;
    if (token.type === 'def' && typeof token['tag'] === 'string' && typeof token['href'] === 'string')
      state.links = { ...state.links, [token['tag']]: { href: token['href'], title: null } };
  }
  const blocks = toBlocks(tokens, state.settled.length);
  if (blocks.length > 0) state.settled = [...state.settled, ...blocks];
}

const UNMENDED: ReadonlySet<string> = new Set(['code', 'table', 'html', 'hr']);

function lexLast(
  state: State,
  last: Token,
  { lex, key }: { readonly lex: typeof lexMarkdown; readonly key: number },
): readonly Block[] {
  if (UNMENDED.has(last.type)) return [{ key, token: last }];
  const mended = mendTail(last.raw);
  const tokens = mended === last.raw ? [last] : lex(mended, state.links);
  return toBlocks(tokens, key).slice(0, 1);
}

/** Only a fence at the beginning of its line; others are rare and are read again. */
function openFence(state: State, token: Token): OpenFence | null {
  const opening = token.type === 'code' ? /^(`{3,}|~{3,})[^\n]*\n/u.exec(token.raw) : null;
  const marks = opening?.[1];
  if (opening === null || marks === undefined) return null;
  const end = new RegExp(`^ {0,3}${marks.slice(0, 1)}{${marks.length},}[ \\t]*$`, 'mu');
  const code = token.raw.slice(opening[0].length);
  if (end.test(code)) return null;
  const codeStart = state.settledEnd + opening[0].length;
  return { token, codeStart, end, lookedTo: Math.max(codeStart, state.text.lastIndexOf('\n') + 1) };
}

/** False: the closing line came, and the block has to be read. */
function growFence(state: State, fence: OpenFence): boolean {
  const { text } = state;
  if (fence.end.test(text.slice(fence.lookedTo))) {
    state.fence = null;
    // It may be large, and it is read this once.
    state.readLength = 0;
    return false;
  }
  fence.lookedTo = Math.max(fence.codeStart, text.lastIndexOf('\n') + 1);
  const code = text.slice(fence.codeStart);
  const token = { ...fence.token, raw: text.slice(state.settledEnd), text: code.replace(/\n$/u, '') };
  state.last = [{ key: state.settled.length, token }];
  return true;
}
