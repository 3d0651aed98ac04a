import { Columns2, Rows3 } from 'lucide-react';
import { useMemo, useRef, useState, type JSX, type KeyboardEvent } from 'react';

import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { IconButton } from '../design/icon-button.tsx';
import { DiffTable, type DiffLayout } from './diff-table.tsx';
import { parseDiff, type DiffFile } from './parse-diff.ts';

interface DiffViewProps {
  readonly diff: string;
  readonly layout?: DiffLayout;
  /** The one file to show; all of them where none is named, or the diff does not have it. */
  readonly path?: string;
}

/** A unified diff. `n` and `p` lead from hunk to hunk while it has the focus. */
export function DiffView({ diff, layout = 'inline', path = '' }: DiffViewProps): JSX.Element {
  const { files, isWhole } = useMemo(() => pickFiles(diff, path), [diff, path]);
  const [shown, setShown] = useState<DiffLayout>(layout);
  const root = useRef<HTMLDivElement>(null);
  const hasRows = files.some(({ hunks }) => hunks.length > 0);
  if (!hasRows) return <pre className="diff-plain">{diff}</pre>;
  const step = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== 'n' && event.key !== 'p') return;
    event.preventDefault();
    event.stopPropagation();
    goToHunk(root.current, event.key === 'n' ? 1 : -1);
  };
  return (
    <div className="diff" ref={root} onKeyDown={step} role="group" aria-label="Diff">
      <div className="diff-tools">
        <span className="quiet">{describe(files)}</span>
        <IconButton
          icon={shown === 'inline' ? Columns2 : Rows3}
          label={shown === 'inline' ? 'Show side by side' : 'Show in one column'}
          onClick={() => setShown(shown === 'inline' ? 'split' : 'inline')}
        />
        {isWhole ? <CopyButton text={diff} label="Copy diff" /> : null}
      </div>
      {files.map((file, place) => (
        <FileDiff key={`${place}-${file.path}`} file={file} layout={shown} />
      ))}
    </div>
  );
}

interface PickedFiles {
  readonly files: readonly DiffFile[];
  /** Nothing of the diff is left out. */
  readonly isWhole: boolean;
}

function pickFiles(diff: string, path: string): PickedFiles {
  const files = parseDiff(diff);
  const named = files.filter((file) => file.path === path || file.from === path);
  const isWhole = named.length === 0 || named.length === files.length;
  return { files: isWhole ? files : named, isWhole };
}

function describe(files: readonly DiffFile[]): string {
  const hunks = files.reduce((sum, file) => sum + file.hunks.length, 0);
  return `${files.length === 1 ? '1 file' : `${files.length} files`}, ${hunks === 1 ? '1 hunk' : `${hunks} hunks`}`;
}

const MOST_ROWS = 400;

/** A long one shows its beginning until somebody wants all of it. */
function FileDiff({ file, layout }: { readonly file: DiffFile; readonly layout: DiffLayout }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const rows = file.hunks.reduce((sum, hunk) => sum + hunk.rows.length, 0);
  const name = file.from === file.path || file.from === '' ? file.path : `${file.from} → ${file.path}`;
  return (
    <section className="diff-file">
      <header>
        <span className="diff-path">{name}</span>
        <span className="diff-count" data-meaning="added">
          +{file.added}
        </span>
        <span className="diff-count" data-meaning="removed">
          −{file.removed}
        </span>
      </header>
      {file.notes.map((note, place) => (
        <p key={`${place}-note`} className="diff-note">
          {note}
        </p>
      ))}
      <DiffTable file={file} layout={layout} mostRows={isWhole ? Infinity : MOST_ROWS} />
      {rows > MOST_ROWS && !isWhole ? (
        <div className="diff-more">
          <Button look="quiet" onClick={() => setWhole(true)}>
            Show all {rows.toLocaleString('en-US')} lines
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function goToHunk(root: HTMLElement | null, step: 1 | -1): void {
  const hunks = [...(root?.querySelectorAll<HTMLElement>('[data-hunk]') ?? [])];
  const current = hunks.findIndex((hunk) => hunk === document.activeElement);
  const next = hunks[current < 0 ? (step === 1 ? 0 : hunks.length - 1) : current + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
