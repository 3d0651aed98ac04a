import type { Page } from 'playwright-core';

import type { Measurement } from './measurement.ts';

const FRAME_MILLISECONDS = 16;
/** A reader who turns the wheel fast goes so far with each frame. */
const STEP_PX = 100;
const MOST_FRAMES = 900;

/** What a frame costs while one goes from the newest turn of a long session up, and older ones are read on the way. */
export async function measureScrolling(page: Page, session: string, turns: number): Promise<Measurement[]> {
  await page.evaluate(`location.hash = '#/session/${session}'`);
  await page.getByText(`Answer ${turns}`).first().waitFor();
  const walked = await walkUp(page);
  const sorted = walked.frames.toSorted((one, other) => one - other);
  return [
    {
      name: `work for a frame while one scrolls up through ${walked.seen} of ${turns} turns, 95th percentile`,
      reference: 'the frame itself',
      unit: 'ms',
      measured: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
      against: FRAME_MILLISECONDS,
      limit: 1,
    },
    {
      name: 'turns that are on the page at once while one scrolls',
      reference: 'what two screens hold',
      unit: 'turns',
      measured: walked.most,
      against: 40,
      limit: 1,
    },
  ];
}

interface Walk {
  readonly frames: readonly number[];
  readonly seen: number;
  readonly most: number;
}

async function walkUp(page: Page): Promise<Walk> {
  const walked: unknown = await page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector('.turn-scroll');
    const frames = [];
    const seen = new Set();
    let most = 0;
    let began = 0;
    let still = 0;
    // As a hand does: without it the page takes itself to be at its end.
    box.dispatchEvent(new WheelEvent('wheel', { deltaY: -1, bubbles: true }));
    const { port1, port2 } = new MessageChannel();
    // The message is heard when all that the frame needs has been worked out and drawn.
    port1.onmessage = () => {
      frames.push(performance.now() - began);
      const cards = document.querySelectorAll('[data-turn]');
      most = Math.max(most, cards.length);
      for (const card of cards) seen.add(card.getAttribute('data-turn'));
      // Older turns are on their way while nothing moves.
      still = box.scrollTop > 0 ? 0 : still + 1;
      if (frames.length < ${MOST_FRAMES} && still < 300) requestAnimationFrame(tick);
      else resolve({ frames, seen: seen.size, most });
    };
    const tick = () => {
      began = performance.now();
      box.scrollTop -= ${STEP_PX};
      port2.postMessage(null);
    };
    requestAnimationFrame(tick);
  })`);
  return readWalk(walked);
}

function readWalk(walked: unknown): Walk {
  const found = typeof walked === 'object' && walked !== null ? walked : {};
  const frames = 'frames' in found && Array.isArray(found.frames) ? found.frames.map(Number) : [];
  return {
    frames,
    seen: 'seen' in found ? Number(found.seen) : 0,
    most: 'most' in found ? Number(found.most) : Number.NaN,
  };
}
