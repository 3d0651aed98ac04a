/** Brings the oldest question into sight and puts the focus on it. Its block marks itself with `data-asks`. */
export function revealQuestion(): void {
  const block = document.querySelector<HTMLElement>('[data-asks]');
  block?.scrollIntoView({ block: 'center' });
  block?.focus({ preventScroll: true });
}
