import type { RewindPreview } from '@rook/contract';
import { ChevronRight } from 'lucide-react';
import { useState, type JSX } from 'react';

import { DiffView } from '../../diff/diff-view.tsx';
import { sayError } from '../../state/say-error.ts';
import { LineCounts, PathName } from '../path-name.tsx';

type PreviewFile = RewindPreview['files'][number];
type RefusedFile = RewindPreview['refused'][number];

const OPEN_AT_FIRST = 3;

/** What happens to each file, with the diff of it. */
export function RewindFiles({ preview }: { readonly preview: RewindPreview }): JSX.Element | null {
  const { files, error } = preview;
  if (files.length === 0)
    return error === null ? <p className="quiet">The files are as they would be already.</p> : null;
  return (
    <section>
      <h2>{error === null ? 'What happens' : 'What would happen to the others'}</h2>
      <ul className="rewind-files">
        {files.map((file) => (
          <RewindFile
            key={file.path}
            file={file}
            isOpenFirst={error === null && files.length <= OPEN_AT_FIRST}
          />
        ))}
      </ul>
    </section>
  );
}

function RewindFile({
  file,
  isOpenFirst,
}: {
  readonly file: PreviewFile;
  readonly isOpenFirst: boolean;
}): JSX.Element {
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <li>
      <button type="button" className="rewind-file" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className="chevron" size={14} aria-hidden />
        <PathName path={file.path} />
        <span className="quiet">{file.what}</span>
        <LineCounts added={file.added} removed={file.removed} />
        {file.permissions === undefined ? null : <span className="quiet">{file.permissions}</span>}
      </button>
      {isOpen && file.diff !== '' ? <DiffView diff={file.diff} /> : null}
    </li>
  );
}

export interface RefusedFilesProps {
  readonly title: string;
  readonly files: readonly RefusedFile[];
}

export function RefusedFiles({ title, files }: RefusedFilesProps): JSX.Element | null {
  if (files.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="rewind-refused">
        {files.map((file) => (
          <li key={file.path}>
            <PathName path={file.path} />
            <p>{sayError(file)}</p>
            {file.conflicts.map((conflict, place) => (
              <ConflictView key={`${conflict.line ?? place} ${place}`} conflict={conflict} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ConflictView({ conflict }: { readonly conflict: RefusedFile['conflicts'][number] }): JSX.Element {
  const { line, ours, theirs } = conflict;
  return (
    <div className="conflict">
      <figure>
        <figcaption>{line === null ? 'There now' : `There now, from line ${line}`}</figcaption>
        <pre tabIndex={0}>{ours === '' ? '(nothing)' : ours}</pre>
      </figure>
      <figure>
        <figcaption>Would be</figcaption>
        <pre tabIndex={0}>{theirs === '' ? '(nothing)' : theirs}</pre>
      </figure>
    </div>
  );
}
