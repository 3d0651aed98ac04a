import { Button as BaseButton } from '@base-ui/react/button';
import type { JSX, ReactNode, Ref } from 'react';

import { holdPress } from './hold-press.ts';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A disabled one keeps its focus, so that nobody who works with the keyboard is thrown out by what they did. */
export function Button(props: ButtonProps): JSX.Element {
  return (
    <BaseButton
      ref={props.ref}
      type="button"
      className={props.className === undefined ? 'button' : `button ${props.className}`}
      data-look={props.look ?? 'plain'}
      disabled={props.isDisabled === true}
      focusableWhenDisabled
      aria-pressed={props.isPressed}
      onClick={props.onClick}
      {...holdPress}
    >
      {props.children}
    </BaseButton>
  );
}
