import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { watchQuestions } from './watch-questions.ts';

export interface StickToEnd {
  /** The reader scrolled away from the newest. */
  readonly isAway: boolean;
  readonly goToEnd: () => void;
  /** Lets go, because somebody wants to see another place. */
  readonly leave: () => void;
  readonly onScroll: () => void;
}

const NEAR_PX = 48;
const SCROLL_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home', ' ', 'k']);

/** Keeps the newest in sight while it grows, until the reader scrolls away by their own hand. */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): StickToEnd {
  const [isAway, setAway] = useState(false);
  const isStuck = useRef(true);
  const isByHand = useRef(false);
  const goToEnd = useCallback((): void => {
    const box = scroller.current;
    if (box === null) return;
    isStuck.current = true;
    isByHand.current = false;
    box.scrollTop = box.scrollHeight;
    setAway(false);
  }, [scroller]);
  const leave = useCallback((): void => {
    isStuck.current = false;
    isByHand.current = true;
    setAway(true);
  }, []);
  const onScroll = useCallback((): void => {
    const box = scroller.current;
    if (box === null) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    // The list moves too when it measures what it shows; only the hand of the reader lets go.
    if (isNear) isStuck.current = true;
    else if (isByHand.current) isStuck.current = false;
    setAway(!isStuck.current);
  }, [scroller]);
  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return undefined;
    const byHand = (event: Event): void => {
      const isOther =
        (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) ||
        // A press on what is shown is no scrolling; one on the scroll bar is.
        (event instanceof PointerEvent && event.target !== box);
      if (!isOther) isByHand.current = true;
    };
    const questions = watchQuestions(box);
    const observer = new ResizeObserver(() => {
      if (!isStuck.current) return;
      const place = questions.place();
      if (place === 'stay') return;
      // What moves the page here is not the hand of the reader.
      if (place !== null) isByHand.current = false;
      box.scrollTop = place ?? box.scrollHeight;
    });
    observer.observe(inner);
    observer.observe(box);
    const stopCards = observeCards(inner, observer);
    const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
    for (const move of moves) box.addEventListener(move, byHand, { passive: true });
    return () => {
      observer.disconnect();
      stopCards();
      questions.stop();
      for (const move of moves) box.removeEventListener(move, byHand);
    };
  }, [scroller, content]);
  return { isAway, goToEnd, leave, onScroll };
}

/**
 * The list says its new height a frame after a card has grown. Whoever waits for that draws the end of the page too low for one
 * frame, so each card is looked at itself.
 */
function observeCards(inner: HTMLElement, observer: ResizeObserver): () => void {
  const list = inner.querySelector(':scope > div');
  if (list === null) return () => undefined;
  const observeAll = (): void => {
    for (const card of list.children) observer.observe(card);
  };
  const changes = new MutationObserver(observeAll);
  changes.observe(list, { childList: true });
  observeAll();
  return () => changes.disconnect();
}
