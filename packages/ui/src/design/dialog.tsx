import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { JSX, ReactNode } from 'react';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** For what has lines of code in it. */
  readonly isWide?: boolean;
  /** Whether the focus goes back to where it was before; left out: it does. */
  readonly returnsFocus?: () => boolean;
}

export function Dialog({
  isOpen,
  close,
  title,
  children,
  isWide,
  returnsFocus = () => true,
}: DialogProps): JSX.Element {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : close())}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="scrim" data-over="drawer" forceRender />
        <BaseDialog.Popup className="dialog" data-wide={isWide === true} finalFocus={() => returnsFocus()}>
          <div className="dialog-head">
            <BaseDialog.Title className="dialog-title">{title}</BaseDialog.Title>
            <BaseDialog.Close className="button" data-look="quiet" data-shape="icon" aria-label="Close">
              <X size={16} aria-hidden />
            </BaseDialog.Close>
          </div>
          <div className="dialog-body scrolls">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
