import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import type { JSX } from 'react';

interface SelectChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What it means, in a few words. */
  readonly text?: string;
}

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly SelectChoice<Value>[];
  readonly choose: (value: Value) => void;
  readonly icon?: LucideIcon;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

/** Quiet until it is touched: it stands in a line of text and says what holds now. */
export function Select<Value extends string>(props: SelectProps<Value>): JSX.Element {
  const { choices, choose } = props;
  const Icon = props.icon;
  const shown = choices.find(({ value }) => value === props.value)?.label ?? props.value;
  return (
    <BaseSelect.Root<Value>
      items={choices}
      value={props.value}
      modal={false}
      disabled={props.isDisabled === true}
      onValueChange={(value) => (value === null ? undefined : choose(value))}
    >
      <BaseSelect.Trigger
        className={`button ${props.className ?? ''}`}
        data-look="quiet"
        aria-label={`${props.label}: ${shown}`}
        title={`${props.label}: ${shown}`}
      >
        {Icon === undefined ? null : <Icon size={14} aria-hidden />}
        <span className="picker-text truncate">{shown}</span>
        <ChevronDown size={12} aria-hidden />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="popup-layer">
          <BaseSelect.Popup className="popup">
            <BaseSelect.List aria-label={props.label}>
              {choices.map((choice) => (
                <SelectRow key={choice.value} choice={choice} />
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}

function SelectRow<Value extends string>({ choice }: { readonly choice: SelectChoice<Value> }): JSX.Element {
  return (
    <BaseSelect.Item value={choice.value} className="menu-item">
      <span className="menu-mark">
        <BaseSelect.ItemIndicator>
          <Check size={14} aria-hidden />
        </BaseSelect.ItemIndicator>
      </span>
      <span className="menu-text">
        <BaseSelect.ItemText>{choice.label}</BaseSelect.ItemText>
        {choice.text === undefined ? null : <small>{choice.text}</small>}
      </span>
    </BaseSelect.Item>
  );
}
