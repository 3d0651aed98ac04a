/** Where an open question wants the page to be. */
interface QuestionWatch {
  /** How far to scroll; `stay`: nowhere, because the reader has taken it up; null: no question is too tall. */
  place(): number | 'stay' | null;
  stop(): void;
}

const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
const ABOVE_PX = 8;

/**
 * At the end of the page stand the answers to a question. Where it does not fit, its beginning says what is asked, so
 * that is shown, until the reader does anything.
 */
export function watchQuestions(box: HTMLElement): QuestionWatch {
  let shown: Element | null = null;
  let isTakenUp = false;
  const takeUp = (): void => {
    isTakenUp = true;
  };
  for (const move of MOVES) document.addEventListener(move, takeUp, { passive: true, capture: true });
  return {
    place: () => {
      const block = box.querySelector('[data-asks]');
      const top = block === null ? null : findTop(box, block);
      if (top === null) return null;
      if (block !== shown) {
        shown = block;
        isTakenUp = false;
      }
      return isTakenUp ? 'stay' : top;
    },
    stop: () => {
      for (const move of MOVES) document.removeEventListener(move, takeUp, { capture: true });
    },
  };
}

/** Null where all of it is in sight at the end of the page. */
function findTop(box: HTMLElement, block: Element): number | null {
  const top = block.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop - ABOVE_PX;
  return top < box.scrollHeight - box.clientHeight ? top : null;
}
