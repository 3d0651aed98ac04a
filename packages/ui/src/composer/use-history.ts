import { useRef } from 'react';

import { useScope } from '../app/scope.tsx';

export interface MessageHistory {
  /** The text before or after the one that is shown; null: there is none, and the caret may move. */
  walk(by: 1 | -1, shown: string): string | null;
}

/** ArrowUp in an empty field, or in one that shows what came from here, brings back what was sent before. */
export function useHistory(): MessageHistory {
  const { drafts } = useScope();
  const at = useRef<{ readonly index: number; readonly text: string } | null>(null);
  return {
    walk: (by, shown) => {
      const isWalking = at.current !== null && at.current.text === shown;
      if (!isWalking && shown !== '') return null;
      const index = (isWalking && at.current !== null ? at.current.index : -1) + by;
      if (index < -1) return null;
      const text = index === -1 ? '' : drafts.history()[index];
      if (text === undefined) return null;
      at.current = { index, text };
      return text;
    },
  };
}
