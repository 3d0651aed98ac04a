import { visibleLine } from './visible.ts';

/**
 * A terminal marks what is pasted. More than one line of it stands for itself in a line that is typed, so that no line break
 * in it sends half of it, and so does what holds anything unseen.
 */
export interface PastedText {
  /** What was typed, with a name in the place of each paste. */
  take(typed: string): string;
  /** The line with the pastes instead of their names. */
  expand(line: string): string;
}

const START = '\u001B[200~';
const END = '\u001B[201~';
const INTERRUPT = '\u0003';

export function createPastedText(): PastedText {
  const pastes = new Map<string, string>();
  let open: string | null = null;
  /** What could be the beginning of a mark. */
  let held = '';

  function name(paste: string): string {
    const text = paste.replaceAll(/\r\n?/g, '\n');
    if (text === visibleLine(text)) return text;
    const lines = text.replace(/\n$/, '').split('\n').length;
    const label = `[paste ${pastes.size + 1}: ${lines} ${lines === 1 ? 'line' : 'lines'}]`;
    pastes.set(label, text);
    return label;
  }

  function step(rest: string): { readonly shown: string; readonly rest: string } {
    const mark = open === null ? START : END;
    const at = rest.indexOf(mark);
    const upTo = at === -1 ? rest.length - heldLength(rest, mark) : at;
    const [before, after] = [rest.slice(0, upTo), at === -1 ? '' : rest.slice(at + mark.length)];
    if (at === -1) held = rest.slice(upTo);
    if (open === null) {
      if (at !== -1) open = '';
      return { shown: before, rest: after };
    }
    open += before;
    // A paste that never ends must not hold the keyboard.
    if (at === -1 && !open.includes(INTERRUPT)) return { shown: '', rest: after };
    const shown = at === -1 ? INTERRUPT : name(open);
    open = null;
    return { shown, rest: after };
  }

  return {
    take: (typed) => {
      let rest = held + typed;
      held = '';
      let shown = '';
      while (rest !== '') {
        const done = step(rest);
        shown += done.shown;
        ({ rest } = done);
      }
      return shown;
    },
    expand: (line) => line.replaceAll(/\[paste \d+: \d+ lines?\]/g, (label) => pastes.get(label) ?? label),
  };
}

/** How much of the end could be the beginning of the mark. A lone ESC is a key. */
function heldLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 1; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}
