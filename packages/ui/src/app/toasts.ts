import { Toast, type ToastProviderProps } from '@base-ui/react/toast';
import type { RookError } from '@rook/contract';

type ToastSource = NonNullable<ToastProviderProps['toastManager']>;

const DONE_MS = 8000;
const ERROR_MS = 20_000;

/** Short words about what was just done, at the edge of the page. Nothing stands only there. */
export interface Toasts {
  /** What the library wants to be given. */
  readonly source: ToastSource;
  done(title: string, undo?: { readonly label: string; readonly run: () => void }): void;
  readonly failed: (title: string, error: RookError) => void;
}

export function createToasts(): Toasts {
  const source: ToastSource = Toast.createToastManager<object>();
  return {
    source,
    done: (title, undo) => {
      const id = source.add({
        title,
        type: 'done',
        timeout: DONE_MS,
        ...(undo === undefined
          ? {}
          : {
              actionProps: {
                children: undo.label,
                onClick: () => {
                  source.close(id);
                  undo.run();
                },
              },
            }),
      });
    },
    failed: (title, error) => {
      source.add({ title, description: error.message, type: 'error', timeout: ERROR_MS, priority: 'high' });
    },
  };
}
