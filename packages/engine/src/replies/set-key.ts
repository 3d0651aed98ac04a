import { CODE } from './characters.ts';
import { note, type ReaderState } from './reader-state.ts';

/** The name of the next field is known; its colon follows. */
export function setKey(state: ReaderState, key: string, isQuoted: boolean): true {
  const object = state.containers.at(-1);
  if (object !== undefined && Object.hasOwn(object, key)) note(state, 'duplicate_key');
  state.keys[state.keys.length - 1] = key;
  state.isQuotedKey = isQuoted;
  state.text = '';
  state.keyEnd = state.base + state.at;
  state.hasComma = false;
  state.isWithoutComma = false;
  state.mode = 'colon';
  return true;
}

/** Whether nothing in a name hints that it ends elsewhere than it was read. */
export function isPlainName(name: string): boolean {
  return PLAIN_NAME.test(name);
}

/**
 * Whether a mark that seems to be missing may be missing elsewhere: the text before has signs alone, a line break, or
 * another kind of marks, or what looked like a comment or like prose may be the beginning of the text.
 */
export function isBehindOdd(state: ReaderState): boolean {
  const { close, problems } = state;
  if (state.isBehindSigns || state.hasControl || state.hasQuoteBefore) return true;
  if (close !== 0 && close !== CODE.quote) return true;
  return problems.slice(-2).some(({ code }) => code === 'comment' || code === 'more_problems');
}

const PLAIN_NAME = /^[\p{L}\p{N}_$. -]{0,200}$/u;
