import type { Scope } from './scope.tsx';

type TabScope = Pick<Scope, 'host' | 'toasts'>;

/** Opens another page of the workbench at a place: `#/session/…`. */
export async function openInTab({ host, toasts }: TabScope, place: string): Promise<void> {
  const opened = await host.openTab?.(place);
  if (opened?.ok === false) toasts.failed('No tab was opened.', opened.error);
}

/** A link to a place of the workbench that is clicked as one opens tabs. The browser alone would open a page that is not let in. */
export function watchTabLinks(scope: TabScope): () => void {
  if (scope.host.openTab === undefined) return () => undefined;
  const click = (event: MouseEvent): void => {
    const place = event.defaultPrevented || !opensTab(event) ? null : findPlace(event.target);
    if (place === null) return;
    event.preventDefault();
    void openInTab(scope, place);
  };
  document.addEventListener('click', click);
  document.addEventListener('auxclick', click);
  return () => {
    document.removeEventListener('click', click);
    document.removeEventListener('auxclick', click);
  };
}

const MIDDLE = 1;

function opensTab({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === MIDDLE || (button === 0 && (ctrlKey || metaKey || shiftKey));
}

function findPlace(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const place = target.closest('a')?.getAttribute('href') ?? '';
  return place.startsWith('#/') ? place : null;
}
