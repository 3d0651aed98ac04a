/** A browser that is given a file opens it in the place of the page. Where nobody took it, nothing happens. */
export function holdBackDrops(): () => void {
  window.addEventListener('dragover', hold);
  window.addEventListener('drop', hold);
  return () => {
    window.removeEventListener('dragover', hold);
    window.removeEventListener('drop', hold);
  };
}

function hold(event: DragEvent): void {
  if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
