import {
  Ban,
  Brain,
  CircleCheck,
  Hourglass,
  RotateCcw,
  Search,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { JSX } from 'react';

const ICONS: ReadonlyMap<string, LucideIcon> = new Map([
  ['⚠️', TriangleAlert],
  ['🔄', RotateCcw],
  ['⏳', Hourglass],
  ['🧠', Brain],
  ['🔍', Search],
  ['✅', CircleCheck],
  ['🚫', Ban],
]);

interface EmojiTextProps {
  readonly text: string;
  /** An icon beside it says the same. */
  readonly isBare?: boolean;
}

/**
 * Words that begin with a sign of ours. The sign is drawn as an icon, because not every machine has a face for it; in the text it
 * stays, so that it is copied, searched and read aloud as it was written.
 */
export function EmojiText({ text, isBare = false }: EmojiTextProps): JSX.Element {
  const space = text.indexOf(' ');
  const Icon = ICONS.get(text.slice(0, space));
  if (Icon === undefined) return <>{text}</>;
  return (
    <span className="emoji-text">
      {isBare ? null : <Icon size={14} aria-hidden />}
      <span>
        <span className="emoji">{text.slice(0, space)} </span>
        {text.slice(space + 1)}
      </span>
    </span>
  );
}
