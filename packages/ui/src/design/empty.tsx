import type { LucideIcon } from 'lucide-react';
import type { JSX, ReactNode } from 'react';

export interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** It is all that the page shows. */
  readonly isPage?: boolean;
  /** What will appear here, or what happened. */
  readonly text?: ReactNode;
  /** The first step. */
  readonly children?: ReactNode;
}

export function Empty({ icon, title, isPage = false, text, children }: EmptyProps): JSX.Element {
  const Icon = icon;
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="empty">
      {Icon === undefined ? null : <Icon size={20} aria-hidden />}
      <Heading>{title}</Heading>
      {text === undefined ? null : <p>{text}</p>}
      {children === undefined ? null : <div className="empty-actions">{children}</div>}
    </div>
  );
}
