import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useState, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';

export interface FilePickProps {
  readonly path: string | null;
  readonly line: number | null;
  readonly pick: (path: string, line: number | null) => void;
}

const MOST_PATHS = 12;

/** A file by what it is called, and one of its lines or all. */
export function FilePick({ path, line, pick }: FilePickProps): JSX.Element {
  const { workbench } = useScope();
  const [text, setText] = useState(path ?? '');
  const [at, setAt] = useState(line === null ? '' : String(line));
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOld = false;
    const find = async (): Promise<void> => {
      const found = await workbench.call('file_find', { text, limit: MOST_PATHS });
      if (!isOld && found.ok) setPaths(found.value.paths);
    };
    void find();
    return () => {
      isOld = true;
    };
  }, [workbench, text]);
  return (
    <div className="why-pick">
      <Autocomplete.Root
        items={paths}
        mode="none"
        value={text}
        autoHighlight="always"
        onValueChange={(value, details) => {
          // Esc closes the dialog and is no word about the file.
          if (details.reason === 'escape-key') return details.allowPropagation();
          setText(value);
          return details.reason === 'item-press' ? pick(value, readLine(at)) : undefined;
        }}
      >
        <label className="form-row">
          <span className="form-label">File</span>
          <Autocomplete.Input className="field" placeholder="src/…" spellCheck={false} />
        </label>
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className="popup-layer">
            <Autocomplete.Popup className="popup" aria-label="Files">
              <Autocomplete.List>
                {(item: string) => (
                  <Autocomplete.Item key={item} value={item} className="menu-item">
                    <span className="menu-text truncate">{item}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <label className="form-row why-line">
        <span className="form-label">Line</span>
        <input
          className="field numbers"
          inputMode="numeric"
          placeholder="all"
          value={at}
          onChange={(event) => {
            const typed = event.currentTarget.value.replaceAll(/\D/gu, '');
            setAt(typed);
            if (path !== null) pick(path, readLine(typed));
          }}
        />
      </label>
    </div>
  );
}

function readLine(text: string): number | null {
  const line = Number(text);
  return Number.isSafeInteger(line) && line > 0 ? line : null;
}
