import { CODE, isJsonSpace, isSpace } from './characters.ts';
import { note, stop, stopForGood, type ReaderState } from './reader-state.ts';

/**
 * Skips what may stand between two signs: spaces and comments. `here`: something else stands at the place reached.
 * `again`: another step is due. `wait`: more of the text is needed.
 */
export function skipBetween(state: ReaderState): 'here' | 'again' | 'wait' {
  const { buffer } = state;
  const { length } = buffer;
  let { at } = state;
  for (; at < length; at += 1) {
    const code = buffer.charCodeAt(at);
    if (code === CODE.lineFeed) state.isOnNextLine = true;
    if (isJsonSpace(code)) continue;
    if (!isSpace(code)) break;
    note(state, 'foreign_space', at);
  }
  state.at = at;
  if (at === length) return 'wait';
  const code = buffer.charCodeAt(at);
  if (code === CODE.slash) return beginComment(state);
  if (code === CODE.hash) return enterComment(state, 'line_comment', 1);
  if (code === CODE.backtick) return endAtFence(state);
  return 'here';
}

function beginComment(state: ReaderState): 'here' | 'again' | 'wait' {
  const { buffer, at, hasEnded } = state;
  if (at + 1 === buffer.length) return hasEnded ? 'here' : 'wait';
  const code = buffer.charCodeAt(at + 1);
  if (code === CODE.slash) return enterComment(state, 'line_comment', 2);
  return code === CODE.star ? enterComment(state, 'block_comment', 2) : 'here';
}

function enterComment(state: ReaderState, mode: 'line_comment' | 'block_comment', length: number): 'again' {
  note(state, 'comment');
  state.modeBefore = state.mode;
  state.mode = mode;
  state.innerQuotes = 0;
  state.tail = '';
  state.at += length;
  return 'again';
}

/** The fence around a value is closed although the value is not: the rest of it is missing. */
function endAtFence(state: ReaderState): 'here' | 'again' | 'wait' {
  const { buffer, at, hasEnded } = state;
  if (at + 3 > buffer.length && !hasEnded) return 'wait';
  if (!buffer.startsWith('```', at)) return 'here';
  stopForGood(state, 'cut');
  return 'again';
}

const TAIL = 16;

export function readLineComment(state: ReaderState): boolean {
  const end = state.buffer.indexOf('\n', state.at);
  const text = state.buffer.slice(state.at, end < 0 ? undefined : end);
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) state.innerQuotes += 1;
  state.tail = (state.tail + text.slice(-TAIL)).slice(-TAIL);
  state.at = end < 0 ? state.buffer.length : end + 1;
  state.isOnNextLine ||= end >= 0;
  if (end < 0) return false;
  state.mode = state.modeBefore;
  // A text that lost its first mark may look like a comment.
  if (state.innerQuotes % 2 === 1 || /"\s*,?\s*$/.test(state.tail)) return stop(state, 'unclear_quote', end);
  return true;
}

export function readBlockComment(state: ReaderState): boolean {
  const { buffer } = state;
  const end = buffer.indexOf('*/', state.at);
  if (end >= 0) {
    state.at = end + 2;
    state.mode = state.modeBefore;
    return true;
  }
  // A star at the end may be half of the sign.
  state.at = Math.max(state.at, buffer.endsWith('*') ? buffer.length - 1 : buffer.length);
  return false;
}
