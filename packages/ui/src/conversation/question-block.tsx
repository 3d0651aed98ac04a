import { Paperclip, Pencil, RotateCcw } from 'lucide-react';
import type { JSX } from 'react';

import type { Compose } from '../composer/recall-message.ts';
import { CopyButton } from '../design/copy-button.tsx';
import { IconButton } from '../design/icon-button.tsx';
import { KeptImageView } from '../markdown/markdown-image.tsx';
import type { TurnView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';
import { FoldedText } from './folded-text.tsx';
import { LongTextView } from './long-text-view.tsx';
import { canSendAgain, sendAgain } from './turn-deeds.ts';

interface QuestionProps {
  readonly turn: TurnView;
  readonly store: SessionStore;
  readonly compose: Compose;
}

/** What a person said, with what came along. It is shown as it was written. */
export function QuestionBlock({ turn, store, compose }: QuestionProps): JSX.Element {
  const { question, files, images, isImported, isBatch } = turn;
  return (
    <div className="question">
      <span className="who">you</span>
      <div className="question-body">
        {question === null ? (
          <p className="quiet">The question is not among the entries that were read.</p>
        ) : (
          <LongTextView long={question}>
            {(text) => <FoldedText className="question-text" text={text} />}
          </LongTextView>
        )}
        {images.length === 0 ? null : (
          <div className="question-images">
            {images.map(({ hash, mediaType }) => (
              <KeptImageView key={hash} hash={hash} mediaType={mediaType} words="Attached image" />
            ))}
          </div>
        )}
        {files.length === 0 ? null : (
          <p className="quiet question-files">
            <Paperclip size={12} aria-hidden /> {files.join(', ')}
          </p>
        )}
        {isImported ? <p className="quiet">Imported</p> : null}
      </div>
      {question === null ? null : (
        <div className="question-tools">
          {isBatch ? null : (
            <IconButton icon={Pencil} label="Edit and resend" onClick={() => compose(turn)} />
          )}
          {canSendAgain(turn) ? (
            <IconButton
              icon={RotateCcw}
              label={isBatch ? 'Run again' : 'Retry'}
              onClick={() => sendAgain(store, turn)}
            />
          ) : null}
          <CopyButton text={question.text} label="Copy question" />
        </div>
      )}
    </div>
  );
}
