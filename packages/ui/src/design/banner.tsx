import { TriangleAlert } from 'lucide-react';
import type { JSX, ReactNode } from 'react';

import type { Meaning } from './badge.tsx';

export interface BannerProps {
  readonly meaning: Meaning;
  readonly text: string;
  readonly children?: ReactNode;
}

/** One sentence over the whole width, about the whole page. */
export function Banner({ meaning, text, children }: BannerProps): JSX.Element {
  return (
    <div className="banner" data-meaning={meaning} role="status">
      <TriangleAlert size={16} aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  );
}
