import { Plug } from 'lucide-react';
import { lazy, Suspense, type JSX } from 'react';

import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { useTourStart } from '../tour/start-tour.ts';
import { useScope } from './scope.tsx';
import { useChosen, useStore } from './value-store.ts';

const loadConnection = async () => ({
  default: (await import('../connection/connection-form.tsx')).ConnectionForm,
});
const ConnectionForm = lazy(loadConnection);

const NONE = 'Make the first connection below.';

/** No model can answer yet: the tour needs none, and the form connects one. */
export function FirstRun(): JSX.Element {
  const { about, opened } = useScope();
  const isAsked = useChosen(opened, (shown) => shown?.kind === 'connect');
  const known = useStore(about);
  const tour = useTourStart();
  const missing = known?.ok === true ? known.value.missing : undefined;
  return (
    <div className="first-run">
      <Empty icon={Plug} title="No model is connected" text={<WithCode text={sayMissing(missing)} />}>
        <Button look="quiet" onClick={() => void about.refresh()}>
          Look again
        </Button>
      </Empty>
      {tour.isOffered ? (
        <section className="first-run-tour" aria-label="Tour">
          <p>
            <strong>Try it without a key.</strong> Three minutes with a scripted model, on a scratch copy,
            with the real engine.
          </p>
          <Button look="primary" isDisabled={tour.isStarting} onClick={tour.start}>
            Take the tour
          </Button>
        </section>
      ) : null}
      <section className="first-run-form" aria-label="First connection">
        <Suspense fallback={<div style={{ minHeight: 420 }} />}>
          <ConnectionForm kept={focusComposer} {...(isAsked ? { reached: opened.close } : {})} />
        </Suspense>
      </section>
    </div>
  );
}

/** Where nothing is configured, the form is what to do; any other reason is said as it is. */
function sayMissing(missing: string | undefined): string {
  return missing === undefined || missing.startsWith('No connection to a model is configured')
    ? NONE
    : missing;
}

/** What stands between backticks is to be typed. */
function WithCode({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split('`').map((part, place) => {
        const key = `${place} ${part}`;
        return place % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
      })}
    </>
  );
}

/** The form goes when the model is there; what comes next is a message. */
function focusComposer(): void {
  document.querySelector<HTMLElement>('.composer-text')?.focus();
}
