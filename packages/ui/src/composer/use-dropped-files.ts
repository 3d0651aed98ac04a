import { useEffect, useRef, useState } from 'react';

import { listFiles } from './keep-images.ts';

/** The whole page takes files, but for what lies over it; true while one is held over the page. */
export function useDroppedFiles(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!isForThePage(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!isForThePage(event)) return;
      event.preventDefault();
      latest.current(listFiles(event.dataTransfer));
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}

function isForThePage({ dataTransfer, target }: DragEvent): boolean {
  if (dataTransfer?.types.includes('Files') !== true) return false;
  return !(target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null);
}
