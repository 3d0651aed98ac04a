import { useContext } from 'react';

import { ScopeContext } from './scope.tsx';
import type { Toasts } from './toasts.ts';

const NOBODY: Toasts['failed'] = () => undefined;

/** Says at the edge of the page what did not work; a view that stands alone has nobody to tell. */
export function useFailed(): Toasts['failed'] {
  return useContext(ScopeContext)?.toasts.failed ?? NOBODY;
}
