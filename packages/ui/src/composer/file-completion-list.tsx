import { useEffect, useRef, type JSX } from 'react';

export interface FileCompletionListProps {
  readonly id: string;
  readonly paths: readonly string[];
  readonly chosen: number;
  readonly choose: (path: string) => void;
}

/** The field keeps the focus; the list is told to it as its active descendant. */
export function FileCompletionList({ id, paths, chosen, choose }: FileCompletionListProps): JSX.Element {
  const active = useRef<HTMLLIElement>(null);
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, paths]);
  return (
    <ul className="completion scrolls" id={id} role="listbox" aria-label="Files">
      {paths.map((path, index) => {
        const cut = path.lastIndexOf('/') + 1;
        return (
          <li
            key={path}
            id={`${id}-${index}`}
            ref={index === chosen ? active : undefined}
            role="option"
            aria-selected={index === chosen}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(path);
            }}
          >
            <span>{path.slice(cut)}</span>
            <span className="path-folder truncate">{path.slice(0, cut)}</span>
          </li>
        );
      })}
    </ul>
  );
}
