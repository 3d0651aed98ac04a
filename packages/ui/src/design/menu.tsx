import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { JSX, Ref } from 'react';

import { Kbd } from './kbd.tsx';

interface MenuChoice {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  readonly look?: 'plain' | 'danger';
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

export interface MenuProps {
  /** What the button of the menu is called. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly choices: readonly MenuChoice[];
  readonly className?: string;
  readonly tabIndex?: number;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Menu({ label, icon, choices, className, tabIndex, ref }: MenuProps): JSX.Element {
  const Icon = icon;
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger
        ref={ref}
        className={`button ${className ?? ''}`}
        data-look="quiet"
        data-shape="icon"
        aria-label={label}
        tabIndex={tabIndex}
      >
        <Icon size={16} aria-hidden />
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="popup-layer">
          <BaseMenu.Popup className="popup">
            {choices.map((choice) => (
              <MenuRow key={choice.label} choice={choice} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function MenuRow({ choice }: { readonly choice: MenuChoice }): JSX.Element {
  const Icon = choice.icon;
  return (
    <BaseMenu.Item
      className="menu-item"
      data-look={choice.look ?? 'plain'}
      disabled={choice.isDisabled === true}
      onClick={choice.run}
    >
      {Icon === undefined ? null : <Icon size={14} aria-hidden />}
      <span className="menu-text">{choice.label}</span>
      {choice.keys === undefined ? null : <Kbd keys={choice.keys} />}
    </BaseMenu.Item>
  );
}
