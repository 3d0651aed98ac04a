import type { LucideIcon } from 'lucide-react';
import type { JSX, ReactNode } from 'react';

export interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What will appear here, or what happened. */
  readonly text?: ReactNode;
  /** The first step. */
  readonly children?: ReactNode;
}

export function Empty({ icon, title, text, children }: EmptyProps): JSX.Element {
  const Icon = icon;
  return (
    <div className="empty">
      {Icon === undefined ? null : <Icon size={20} aria-hidden />}
      <h2>{title}</h2>
      {text === undefined ? null : <p>{text}</p>}
      {children === undefined ? null : <div className="empty-actions">{children}</div>}
    </div>
  );
}
