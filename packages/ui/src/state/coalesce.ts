/** Calls many times, acts once: at the next frame, or soon where no frames are drawn. */
export interface Coalesced {
  ask(): void;
  cancel(): void;
}

const LONGEST_WAIT_MS = 100;

export function coalesce(act: () => void): Coalesced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let frame: number | null = null;
  const hasFrames = typeof requestAnimationFrame === 'function';

  function cancel(): void {
    if (timer !== null) clearTimeout(timer);
    if (frame !== null) cancelAnimationFrame(frame);
    timer = null;
    frame = null;
  }
  function run(): void {
    cancel();
    act();
  }
  return {
    ask: () => {
      if (timer !== null) return;
      timer = setTimeout(run, hasFrames ? LONGEST_WAIT_MS : 0);
      if (hasFrames) frame = requestAnimationFrame(run);
    },
    cancel,
  };
}
