import { visible } from './visible.ts';

/** Text that comes in pieces, made visible as the whole of it would be. */
export interface VisibleStream {
  /** What can be shown now; what could be the beginning of something is held back. */
  take(piece: string): string;
  /** What was held back, when nothing follows it. */
  end(): string;
}

/** A line end in two characters, half a character, and the joiner of an emoji mean something only with what follows. */
const UNDECIDED = /(?:\r|\u200D?[\uD800-\uDBFF]|\u200D)$/;
/** How far back `visible` looks: a picture and its selector. */
const LOOKED_BACK = 2;

export function createVisibleStream(): VisibleStream {
  let held = '';
  let before = '';

  function show(text: string): string {
    if (text === '') return '';
    const shown = visible(before + text).slice(visible(before).length);
    before = Array.from((before + text).slice(-2 * LOOKED_BACK))
      .slice(-LOOKED_BACK)
      .join('');
    return shown;
  }

  return {
    take: (piece) => {
      const text = held + piece;
      const decided = text.length - (UNDECIDED.exec(text)?.[0].length ?? 0);
      held = text.slice(decided);
      return show(text.slice(0, decided));
    },
    end: () => {
      const text = held;
      held = '';
      return show(text);
    },
  };
}
