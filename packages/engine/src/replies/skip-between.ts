import { CODE, isJsonSpace, isSpace } from './characters.ts';
import { beginComment, enterComment } from './read-comment.ts';
import { note, stopForGood, type ReaderState } from './reader-state.ts';

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

/** The fence around a value is closed although the value is not: the rest of it is missing. */
function endAtFence(state: ReaderState): 'here' | 'again' | 'wait' {
  const { buffer, at, hasEnded } = state;
  if (at + 3 > buffer.length && !hasEnded) return 'wait';
  if (!buffer.startsWith('```', at)) return 'here';
  stopForGood(state, 'cut');
  return 'again';
}
