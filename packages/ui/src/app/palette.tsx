import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import { useMemo, type JSX } from 'react';

import { Kbd } from '../design/kbd.tsx';
import { ACTION_GROUPS, type Action } from './actions.ts';
import { useScope } from './scope.tsx';
import { useChosen, useStore } from './value-store.ts';

const MOST_SESSIONS = 50;

interface Item {
  readonly value: string;
  readonly label: string;
  readonly keys: string | null;
  readonly run: () => void;
}

interface ItemGroup {
  readonly value: string;
  readonly items: readonly Item[];
}

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Everything that can be done here, by name. */
export function Palette({ isOpen, close }: PaletteProps): JSX.Element {
  const groups = useGroups();
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog palette" aria-label="Everything you can do">
          <Autocomplete.Root
            open
            inline
            items={groups}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(item: Item) => item.label}
          >
            <div className="palette-field">
              <Search size={16} aria-hidden />
              <Autocomplete.Input aria-label="What to do" placeholder="What do you want to do?" />
              <Dialog.Close className="button" data-look="quiet" data-shape="icon" aria-label="Close">
                <X size={16} aria-hidden />
              </Dialog.Close>
            </div>
            <Autocomplete.Empty>
              <p className="empty">Nothing here is called that.</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="palette-list scrolls">
              {(group: ItemGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="palette-group">{group.value}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Item) => (
                      <Autocomplete.Item
                        key={item.value}
                        value={item}
                        className="menu-item"
                        onClick={() => {
                          close();
                          // The dialog gives the focus back first; what runs may then take it elsewhere.
                          setTimeout(item.run);
                        }}
                      >
                        <span className="menu-text truncate">{item.label}</span>
                        {item.keys === null ? null : <Kbd keys={item.keys} />}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useGroups(): readonly ItemGroup[] {
  const { actions, sessions, route } = useScope();
  const offered = useStore(actions);
  const items = useChosen(sessions, (state) => state.items);
  return useMemo(() => {
    const shown = offered.filter((action) => action.isOff !== true && action.isHidden !== true);
    const groups = ACTION_GROUPS.map((name) => ({
      value: name,
      items: shown.filter(({ group }) => group === name).map((action) => toItem(action)),
    }));
    const open = items.slice(0, MOST_SESSIONS).map(({ id, title }) => ({
      value: id,
      label: title === '' ? 'Untitled session' : title,
      keys: null,
      run: () => route.go(id),
    }));
    return [...groups, { value: 'Sessions', items: open }].filter((group) => group.items.length > 0);
  }, [offered, items, route]);
}

function toItem({ id, title, keys, run }: Action): Item {
  return { value: id, label: title, keys: keys ?? null, run };
}
