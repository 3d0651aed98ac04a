import { FileText, X } from 'lucide-react';
import type { JSX } from 'react';

import { IconButton } from '../design/icon-button.tsx';
import { showSize } from '../evidence/words.ts';
import type { DraftText } from './parse-draft.ts';

export interface TextStripProps {
  readonly texts: readonly DraftText[];
  readonly remove: (text: DraftText) => void;
}

/** Files from elsewhere, whose text goes along. */
export function TextStrip({ texts, remove }: TextStripProps): JSX.Element {
  return (
    <ul className="text-strip" aria-label="Attached files">
      {texts.map((text) => (
        <li key={`${text.blob}-${text.name}`}>
          <FileText size={14} aria-hidden />
          <span className="truncate" title={text.name}>
            {text.name}
          </span>
          <span className="quiet">{showSize(text.size)}</span>
          <IconButton icon={X} label={`Remove ${text.name}`} onClick={() => remove(text)} />
        </li>
      ))}
    </ul>
  );
}
