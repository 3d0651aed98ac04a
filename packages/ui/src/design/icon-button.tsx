import { Button as BaseButton } from '@base-ui/react/button';
import type { LucideIcon } from 'lucide-react';
import type { JSX, Ref } from 'react';

import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps {
  readonly icon: LucideIcon;
  /** What it does; read aloud and shown on hover. */
  readonly label: string;
  readonly keys?: string;
  readonly onClick: () => void;
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton(props: IconButtonProps): JSX.Element {
  const Icon = props.icon;
  return (
    <Tooltip text={props.label} {...(props.keys === undefined ? {} : { keys: props.keys })}>
      <BaseButton
        ref={props.ref}
        type="button"
        className="button"
        data-look={props.look ?? 'quiet'}
        data-shape="icon"
        aria-label={props.label}
        aria-pressed={props.isPressed}
        aria-expanded={props.isExpanded}
        disabled={props.isDisabled === true}
        focusableWhenDisabled
        onClick={props.onClick}
      >
        <Icon size={16} aria-hidden />
      </BaseButton>
    </Tooltip>
  );
}
