import type { SessionOverview } from '@rook/contract';
import { Files } from 'lucide-react';
import { useMemo, useState, type JSX } from 'react';
import { Virtualizer } from 'virtua';

import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import type { SessionStore } from '../../state/session-store.ts';
import { CalledView } from '../called-view.tsx';
import { useCall, type Called } from '../use-call.ts';
import { count } from '../words.ts';
import { FileDialog } from './file-dialog.tsx';
import { FileRow } from './file-row.tsx';
import { readKnownFiles } from './read-known-files.ts';

export interface FilesTabProps {
  /** Null: there is no session yet. */
  readonly overview: Called<SessionOverview> | null;
  readonly store: SessionStore;
  /** Another text when something was shown or changed. */
  readonly version: string;
}

/** What the model has seen of the workspace, and whether that still holds. */
export function FilesTab({ overview, store, version }: FilesTabProps): JSX.Element {
  if (overview === null) return <NoFiles />;
  return (
    <CalledView called={overview} what="the files">
      {(value) => <KnownFiles overview={value} store={store} version={version} />}
    </CalledView>
  );
}

interface KnownFilesProps {
  readonly overview: SessionOverview;
  readonly store: SessionStore;
  readonly version: string;
}

const MOST_ASKED = 500;

function KnownFiles({ overview, store, version }: KnownFilesProps): JSX.Element {
  const paths = useMemo(
    () =>
      Object.values(overview.fileRegistry)
        .toSorted((one, other) => other.lastSeenTurn - one.lastSeenTurn)
        .slice(0, MOST_ASKED)
        .map(({ path }) => path),
    [overview],
  );
  const disk = useCall('file_hashes', paths.length === 0 ? null : { paths }, version);
  const [shown, setShown] = useState<string | null>(null);
  const files = useMemo(() => readKnownFiles(overview, disk.value?.files ?? null), [overview, disk.value]);
  if (files.length === 0) return <NoFiles />;
  const stale = files.filter(({ state }) => state === 'stale' || state === 'gone').length;
  return (
    <>
      <div className="evidence-bar">
        <span role="status">
          {stale === 0
            ? `${count(files.length, 'file')} seen`
            : `${count(files.length, 'file')} seen, ${stale} changed since`}
        </span>
        <Button look="quiet" onClick={disk.reload}>
          Look again
        </Button>
      </div>
      {disk.error === null ? null : (
        <p className="evidence-note">{`What is on the disk could not be read: ${disk.error.message}`}</p>
      )}
      <div className="file-list" role="list" aria-label="Files that the model has seen">
        <Virtualizer>
          {files.map((file) => (
            <FileRow key={file.path} file={file} store={store} open={setShown} />
          ))}
        </Virtualizer>
      </div>
      {shown === null ? null : <FileDialog path={shown} close={() => setShown(null)} />}
    </>
  );
}

function NoFiles(): JSX.Element {
  return (
    <Empty
      icon={Files}
      title="No file was shown yet"
      text="Each file that the model has seen will stand here, with what changed since."
    />
  );
}
