import { AtSign, Ellipsis, Eye, History } from 'lucide-react';
import type { JSX } from 'react';

import { useScope } from '../../app/scope.tsx';
import { Badge } from '../../design/badge.tsx';
import { Menu } from '../../design/menu.tsx';
import type { SessionStore } from '../../state/session-store.ts';
import { Facts } from '../facts.tsx';
import { PathName } from '../path-name.tsx';
import { attachFile } from './attach-file.ts';
import { STATE_WORDS, type KnownFileView } from './read-known-files.ts';

export interface FileRowProps {
  readonly file: KnownFileView;
  readonly store: SessionStore;
  readonly open: (path: string) => void;
}

export function FileRow({ file, store, open }: FileRowProps): JSX.Element {
  const scope = useScope();
  const [word, meaning, text] = STATE_WORDS[file.state];
  const facts = [
    `seen in ${file.seen}`,
    file.extent,
    ...(file.modified === null ? [] : [`changed in ${file.modified}`]),
    ...(file.by === null ? [] : [file.by]),
    file.hash,
  ];
  return (
    <div className="file-row" role="listitem" data-state={file.state}>
      <button type="button" className="file-open" onClick={() => open(file.path)}>
        <PathName path={file.path} />
        <Facts facts={facts} />
      </button>
      <span title={text}>
        <Badge meaning={meaning}>{word}</Badge>
      </span>
      <Menu
        label={`What to do with ${file.path}`}
        icon={Ellipsis}
        choices={[
          { label: 'Open', icon: Eye, run: () => open(file.path) },
          { label: 'Attach to the message', icon: AtSign, run: () => attachFile(scope, store, file.path) },
          {
            label: 'Show its history',
            icon: History,
            run: () => scope.evidence.show({ tab: 'changes', path: file.path, turn: null, changeSet: null }),
          },
        ]}
      />
    </div>
  );
}
