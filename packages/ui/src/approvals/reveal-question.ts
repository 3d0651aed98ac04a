/** Brings the oldest question into sight and puts the focus on it. Its block marks itself with `data-asks`. */
export function revealQuestion(): void {
  const block = document.querySelector<HTMLElement>('[data-asks]');
  if (block === null) return;
  // Of one that is taller than the page the beginning says what is asked.
  const isTall = block.offsetHeight > window.innerHeight / 2;
  block.scrollIntoView({ block: isTall ? 'start' : 'center' });
  block.focus({ preventScroll: true });
}
