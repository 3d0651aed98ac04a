import { Autocomplete } from '@base-ui/react/autocomplete';
import { useRef, useState, type JSX } from 'react';

import { useFileNames, useTakeFirst } from '../app/use-file-names.ts';

export interface FilePickProps {
  readonly path: string | null;
  readonly line: number | null;
  readonly pick: (path: string, line: number | null) => void;
}

/** A file by what it is called, and one of its lines or all. */
export function FilePick({ path, line, pick }: FilePickProps): JSX.Element {
  const [text, setText] = useState(path ?? '');
  const [at, setAt] = useState(line === null ? '' : String(line));
  const found = useFileNames(text);
  const [isOpen, setOpen] = useState(false);
  const marked = useRef<string | undefined>(undefined);
  const take = (file: string): void => {
    setText(file);
    setOpen(false);
    pick(file, readLine(at));
  };
  const takeFirst = useTakeFirst(text, found, take);
  const paths = found?.paths ?? [];
  return (
    <div className="why-pick">
      <Autocomplete.Root
        items={paths}
        mode="none"
        value={text}
        open={isOpen}
        onOpenChange={(open) => setOpen(open)}
        autoHighlight="always"
        onValueChange={(value, details) => {
          // Esc closes the dialog and is no word about the file.
          if (details.reason === 'escape-key') return details.allowPropagation();
          return details.reason === 'item-press' ? take(value) : setText(value);
        }}
        onItemHighlighted={(item) => {
          marked.current = item;
        }}
      >
        <label className="form-row">
          <span className="form-label">File</span>
          <Autocomplete.Input
            className="field"
            placeholder="src/…"
            spellCheck={false}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              const isFound = isOpen && found?.text === text;
              if (isFound && paths.includes(marked.current ?? '')) return;
              // What is marked, if anything is, was found for an earlier text.
              event.preventBaseUIHandler();
              event.preventDefault();
              takeFirst();
            }}
          />
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
