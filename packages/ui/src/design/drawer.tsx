import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { JSX, ReactNode } from 'react';

export interface DrawerProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly side: 'left' | 'right';
  readonly title: string;
  readonly children: ReactNode;
}

/** A column that has no room beside the page, and so comes over it. */
export function Drawer({ isOpen, close, side, title, children }: DrawerProps): JSX.Element {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : close())}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim" />
        <BaseDialog.Popup className="drawer" data-side={side}>
          <div className="dialog-head">
            <BaseDialog.Title className="dialog-title">{title}</BaseDialog.Title>
            <BaseDialog.Close className="button" data-look="quiet" data-shape="icon" aria-label="Close">
              <X size={16} aria-hidden />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
