import { useMemo, useState, type JSX } from 'react';

import { useScope } from '../../app/scope.tsx';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { CalledView } from '../called-view.tsx';
import { useCall } from '../use-call.ts';
import { showSize } from '../words.ts';

const FIRST_LINES = 2000;

/** The file as it is on the disk now. */
export function FileDialog({
  path,
  close,
}: {
  readonly path: string;
  readonly close: () => void;
}): JSX.Element {
  const { opened } = useScope();
  const ask = (): void => {
    close();
    opened.openWhy(path);
  };
  return (
    <Dialog isOpen close={close} title={path} isWide>
      <div className="evidence-bar">
        <Button onClick={ask}>Why is it there?</Button>
      </div>
      <FileText path={path} />
    </Dialog>
  );
}

function FileText({ path }: { readonly path: string }): JSX.Element {
  const shown = useCall('file_show', { path });
  return (
    <CalledView called={shown} what="the file">
      {({ text, size, sha256 }) => (
        <>
          <p className="quiet file-now">
            {`${showSize(size)}, as it is now. `}
            <code>{sha256.replace(/^sha256:/u, '').slice(0, 12)}</code>
          </p>
          {text === null ? (
            <p>It is no text, or too large to be shown here.</p>
          ) : (
            <NumberedLines text={text} path={path} />
          )}
        </>
      )}
    </CalledView>
  );
}

/** The numbers are a column of their own, so that a copied text has none. */
function NumberedLines({ text, path }: { readonly text: string; readonly path: string }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => text.replace(/\n$/u, '').split('\n'), [text]);
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES);
  return (
    <>
      <div className="numbered scrolls" tabIndex={0} role="region" aria-label={`Text of ${path}`}>
        <pre className="line-numbers" aria-hidden>
          {shown.map((_line, index) => index + 1).join('\n')}
        </pre>
        <pre>{shown.join('\n')}</pre>
      </div>
      {shown.length < lines.length ? (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {`Show all ${lines.length.toLocaleString('en-US')} lines`}
        </Button>
      ) : null}
    </>
  );
}
