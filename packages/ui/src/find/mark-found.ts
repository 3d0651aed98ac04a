const ALL = 'rook-found';
const CURRENT = 'rook-found-current';
const MOST_MARKS = 1000;

/**
 * Marks the words wherever they are drawn now, without touching what is drawn; the turn that was gone to stands out. Gives
 * what stops it. A browser that cannot mark text shows none, and goes to the turns all the same.
 */
export function markFound(scroller: HTMLElement, words: string, current: () => string): () => void {
  const highlights: HighlightRegistry | undefined = 'highlights' in CSS ? CSS.highlights : undefined;
  if (highlights === undefined || words === '') return () => undefined;
  let frame = 0;
  const show = createShowing(scroller);
  const draw = (): void => {
    frame = 0;
    const turn = findTurn(scroller, current());
    const ranges = findRanges(scroller, words);
    const [mine, others] = [
      ranges.filter((range) => isIn(turn, range)),
      ranges.filter((range) => !isIn(turn, range)),
    ];
    highlights.set(ALL, new Highlight(...others));
    highlights.set(CURRENT, new Highlight(...mine));
    show.look(mine[0]);
  };
  const ask = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const observer = new MutationObserver(ask);
  observer.observe(scroller, { childList: true, subtree: true, characterData: true });
  ask();
  return () => {
    observer.disconnect();
    show.stop();
    cancelAnimationFrame(frame);
    highlights.delete(ALL);
    highlights.delete(CURRENT);
  };
}

export function findTurn(scroller: ParentNode, key: string): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(`[data-turn="${CSS.escape(key)}"]`);
}

function isIn(turn: HTMLElement | null, range: Range): boolean {
  return turn?.contains(range.startContainer) ?? false;
}

function findRanges(root: HTMLElement, words: string): Range[] {
  const wanted = words.toLowerCase();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null && ranges.length < MOST_MARKS; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? '';
    // A letter whose other case has another length would move what stands behind it.
    if (text.length !== node.nodeValue?.length) continue;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}

/** While the list still finds the place of the turn, nothing else may move it. */
const STEADY_FRAMES = 14;

/** Brings the words into sight, once, after their turn has come to rest: it may be longer than the page. */
function createShowing(scroller: HTMLElement): { look(range: Range | undefined): void; stop(): void } {
  let [frame, steady, top, isDone] = [0, 0, Number.NaN, false];
  let range: Range | undefined;
  const wait = (): void => {
    const now = range?.getBoundingClientRect().top ?? Number.NaN;
    steady = Math.abs(now - top) < 1 ? steady + 1 : 0;
    top = now;
    isDone = steady >= STEADY_FRAMES;
    if (isDone && range !== undefined) bringIntoSight(scroller, range);
    frame = isDone ? 0 : requestAnimationFrame(wait);
  };
  return {
    look: (next) => {
      range = next;
      if (!isDone && frame === 0 && range !== undefined) frame = requestAnimationFrame(wait);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

const MARGIN_PX = 80;

function bringIntoSight(scroller: HTMLElement, range: Range): void {
  const [box, at] = [scroller.getBoundingClientRect(), range.getBoundingClientRect()];
  if (at.height === 0) return;
  if (at.top < box.top || at.bottom > box.bottom) scroller.scrollTop += at.top - box.top - MARGIN_PX;
}
