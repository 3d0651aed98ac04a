import type { JSX } from 'react';

import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Kbd } from '../design/kbd.tsx';
import { useTourStart } from '../tour/start-tour.ts';
import { ACTION_GROUPS } from './actions.ts';
import { useScope } from './scope.tsx';
import { useStore } from './value-store.ts';

/** Keys that belong to a field or a list, and so are nothing that the palette could do. */
const FIXED = [
  ['Message', 'Send', 'Enter'],
  ['Message', 'Break the line', 'shift+Enter'],
  ['Message', 'Steer the turn that runs', 'mod+Enter'],
  ['Message', 'Messages sent before', 'ArrowUp'],
  ['Message', 'Name a file', '@'],
  ['View', 'Everything you can do', 'mod+k'],
  ['Session', 'Rename in the list', 'F2'],
  ['Session', 'Delete in the list', 'Delete'],
  ['Conversation', 'Say yes to what is asked', 'y'],
  ['Conversation', 'Say no to it', 'n'],
  ['Conversation', 'Say no with a reason', 'e'],
  ['Conversation', 'Run the command that is asked about, and allow it in this session', 's'],
  ['Conversation', 'Add & Run the command that is asked about', 'a'],
] as const;

export interface ShortcutsDialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
}

export function ShortcutsDialog({ isOpen, close }: ShortcutsDialogProps): JSX.Element {
  const tour = useTourStart();
  const actions = useStore(useScope().actions);
  return (
    <Dialog isOpen={isOpen} close={close} title="Keyboard">
      <div className="shortcut-groups">
        {ACTION_GROUPS.map((group) => {
          const offered = actions.flatMap(({ group: of, title, keys, isHidden }) =>
            of === group && keys !== undefined && isHidden !== true ? [{ title, keys }] : [],
          );
          const fixed = FIXED.filter(([of]) => of === group).map(([, title, keys]) => ({ title, keys }));
          const rows = [...offered, ...fixed];
          if (rows.length === 0) return null;
          return (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {rows.map(({ title, keys }) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>
                      <Kbd keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      {tour.isOffered ? (
        <p className="shortcuts-more">
          <span className="quiet">New here? Three minutes with a scripted model, on a scratch copy.</span>
          <Button isDisabled={tour.isStarting} onClick={tour.start}>
            Take the tour
          </Button>
        </p>
      ) : null}
    </Dialog>
  );
}
