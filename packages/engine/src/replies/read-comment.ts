import { CODE } from './characters.ts';
import { note, stop, stopForGood, type ReaderState } from './reader-state.ts';

/** Goes into a comment if one begins at this slash. `here`: none does. `wait`: more of the text is needed. */
export function beginComment(state: ReaderState): 'here' | 'again' | 'wait' {
  const { buffer, at, hasEnded } = state;
  if (at + 1 === buffer.length) return hasEnded ? 'here' : 'wait';
  const code = buffer.charCodeAt(at + 1);
  if (code === CODE.slash) return enterComment(state, 'line_comment', 2);
  return code === CODE.star ? enterComment(state, 'block_comment', 2) : 'here';
}

export function enterComment(
  state: ReaderState,
  mode: 'line_comment' | 'block_comment',
  length: number,
): 'again' {
  note(state, 'comment');
  state.modeBefore = state.mode;
  state.mode = mode;
  state.innerQuotes = 0;
  state.tail = '';
  state.commentHead = '';
  state.hasSignsInComment = false;
  state.at += length;
  return 'again';
}

export function readLineComment(state: ReaderState): boolean {
  const end = state.buffer.indexOf('\n', state.at);
  lookAt(state, state.buffer.slice(state.at, end < 0 ? undefined : end));
  state.at = end < 0 ? state.buffer.length : end + 1;
  state.isOnNextLine ||= end >= 0;
  if (end < 0) return false;
  // A text that lost its first mark may look like a comment.
  const isText = state.modeBefore !== 'seek' && state.innerQuotes % 2 === 1;
  return isText ? leaveWith(state, 'unclear_quote') : leaveComment(state);
}

export function readBlockComment(state: ReaderState): boolean {
  const { buffer } = state;
  const end = buffer.indexOf('*/', state.at);
  // A star at the end may be half of the sign.
  const read = end >= 0 ? end : buffer.length - (buffer.endsWith('*') ? 1 : 0);
  if (read > state.at) lookAt(state, buffer.slice(state.at, read));
  state.at = Math.max(state.at, end >= 0 ? end + 2 : read);
  return end >= 0 && leaveComment(state);
}

const TAIL = 16;
/** Signs of a value. Behind one that was mended they show that it was mended wrongly. */
const PARTS = /["{}[\]]/;

function lookAt(state: ReaderState, piece: string): void {
  const { tail } = state;
  if (state.commentHead.length < DOTS.length)
    state.commentHead = (state.commentHead + piece).trimStart().slice(0, DOTS.length);
  const all = tail + piece;
  for (let at = all.indexOf('"', tail.length); at >= 0; at = all.indexOf('"', at + 1))
    if (!isEscaped(all, at)) state.innerQuotes += 1;
  state.tail = all.slice(-TAIL);
  state.hasSignsInComment ||= PARTS.test(piece);
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (first > 0 && text.charCodeAt(first - 1) === CODE.backslash) first -= 1;
  return (at - first) % 2 === 1;
}

const DOTS = '...';

/** Back to what stands around the comment. Dots in it tell that something was left out there. */
function leaveComment(state: ReaderState): true {
  const isLeftOut = state.commentHead === DOTS || state.commentHead.startsWith('…');
  if (state.modeBefore !== 'seek') return isLeftOut ? leaveWith(state, 'left_out') : leaveWith(state, null);
  leaveWith(state, null);
  const isDoubtful = state.hasSignsInComment && state.isMended && state.chosen !== undefined;
  return isDoubtful ? stopForGood(state, 'other_text') : true;
}

function leaveWith(state: ReaderState, code: 'left_out' | 'unclear_quote' | null): true {
  state.mode = state.modeBefore;
  return code === null ? true : stop(state, code, Math.max(state.at - 1, 0));
}
