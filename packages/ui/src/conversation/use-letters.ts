import { useEffect, useRef } from 'react';

/** Single letters that act while nobody writes: not in a text field, not in a dialog, not with ⌘, Ctrl or Alt. */
export function useLetters(letters: Readonly<Record<string, () => void>>, isOff = false): void {
  const youngest = useRef(letters);
  useEffect(() => {
    youngest.current = letters;
  });
  useEffect(() => {
    if (isOff) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || isWriting(event)) return;
      const act = Object.hasOwn(youngest.current, event.key) ? youngest.current[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOff]);
}

function isWriting({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input:not([type=radio]), textarea, select, [role=dialog], [role=menu]') !== null
  );
}
