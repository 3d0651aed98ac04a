import type { PointerEvent } from 'react';

/** Who moves the mouse so far while it is pressed wants to let go. */
const FAR_PIXELS = 8;

/** Where the mouse was pressed. */
const pressed = new WeakMap<Element, readonly [x: number, y: number]>();

/**
 * For a button that may move between press and release, because what stands above it is still being drawn: it is pressed nevertheless.
 * Who draws the mouse away lets go of it, as everywhere.
 */
export const holdPress = {
  onPointerDown: (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    pressed.set(event.currentTarget, [event.clientX, event.clientY]);
    event.currentTarget.setPointerCapture(event.pointerId);
  },
  onPointerMove: (event: PointerEvent<HTMLElement>): void => {
    const { currentTarget: button, pointerId, clientX, clientY } = event;
    const [x, y] = pressed.get(button) ?? [clientX, clientY];
    const isFar = Math.hypot(clientX - x, clientY - y) > FAR_PIXELS;
    if (isFar && button.hasPointerCapture(pointerId)) button.releasePointerCapture(pointerId);
  },
} as const;
