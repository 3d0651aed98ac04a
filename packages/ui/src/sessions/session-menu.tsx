import type { SessionItem } from '@rook/contract';
import { Archive, ArchiveRestore, Ellipsis, ExternalLink, Pencil, Tag, Trash2 } from 'lucide-react';
import type { JSX } from 'react';

import { openInTab } from '../app/open-tab.ts';
import { formatRoute } from '../app/route.ts';
import { useScope } from '../app/scope.tsx';
import { Menu } from '../design/menu.tsx';

export interface SessionMenuProps {
  readonly item: SessionItem;
  readonly title: string;
  readonly isStop: boolean;
  readonly rename: () => void;
  readonly mark: () => void;
  readonly archive: (isArchived: boolean) => void;
  readonly remove: () => void;
}

/** What can be done with a session of the list. */
export function SessionMenu(props: SessionMenuProps): JSX.Element {
  const { item, title, isStop, rename, mark, archive, remove } = props;
  const scope = useScope();
  const tab = {
    label: 'Open in another tab',
    icon: ExternalLink,
    run: () => void openInTab(scope, formatRoute(item.id)),
  };
  return (
    <Menu
      label={`More for ${title}`}
      icon={Ellipsis}
      className="session-menu"
      tabIndex={isStop ? 0 : -1}
      choices={[
        ...(scope.host.openTab === undefined ? [] : [tab]),
        { label: 'Rename', icon: Pencil, keys: 'F2', run: rename },
        { label: 'Labels and status …', icon: Tag, run: mark },
        item.archived
          ? { label: 'Unarchive', icon: ArchiveRestore, run: () => archive(false) }
          : { label: 'Archive', icon: Archive, run: () => archive(true) },
        { label: 'Delete', icon: Trash2, keys: 'Delete', look: 'danger', run: remove },
      ]}
    />
  );
}
