import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { JSX, ReactNode } from 'react';

export interface DrawerProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly side: 'left' | 'right';
  readonly title: string;
  /** Where the focus goes when it opens; left out: to its first control. */
  readonly firstFocus?: () => HTMLElement | null;
  readonly children: ReactNode;
}

/** A column that has no room beside the page, and so comes over it. */
export function Drawer({ isOpen, close, side, title, firstFocus, children }: DrawerProps): JSX.Element {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : close())}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim" />
        <BaseDialog.Popup className="drawer" data-side={side} initialFocus={firstFocus ?? true}>
          <BaseDialog.Title className="visually-hidden">{title}</BaseDialog.Title>
          {children}
          <BaseDialog.Close
            className="button drawer-close"
            data-look="quiet"
            data-shape="icon"
            aria-label="Close"
          >
            <X size={16} aria-hidden />
          </BaseDialog.Close>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
