import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { JSX, ReactElement } from 'react';

import { Kbd } from './kbd.tsx';

export interface TooltipProps {
  readonly text: string;
  /** As in `mod+k`. */
  readonly keys?: string;
  readonly children: ReactElement;
}

/** Says in words what an icon means; it never says more than the accessible name does. */
export function Tooltip({ text, keys, children }: TooltipProps): JSX.Element {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6} className="popup-layer">
          <BaseTooltip.Popup className="tooltip">
            {text}
            {keys === undefined ? null : <Kbd keys={keys} />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
