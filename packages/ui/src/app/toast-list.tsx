import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { JSX } from 'react';

export function ToastList(): JSX.Element {
  const { toasts } = Toast.useToastManager();
  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts" aria-label="Messages">
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection={['right', 'down']}>
            <Toast.Content className="toast-content">
              <div className="toast-words">
                <Toast.Title />
                <Toast.Description className="quiet" />
              </div>
              <Toast.Action className="button" />
              <Toast.Close className="button" data-look="quiet" data-shape="icon" aria-label="Dismiss">
                <X size={14} aria-hidden />
              </Toast.Close>
            </Toast.Content>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
