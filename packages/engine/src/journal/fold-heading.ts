import type { Entry } from '@rook/contract';

/** What stands over a session wherever sessions are listed. */
export interface SessionHeading {
  readonly title: string;
  readonly archived: boolean;
  readonly labels: readonly string[];
  readonly status: string | null;
}

export interface HeadingFold {
  /** Whether the entry is about the heading. */
  add(entry: Entry): boolean;
  heading(): SessionHeading;
}

/** The last word counts, but a title that a person gave is not replaced by one that was made. */
export function createHeadingFold(): HeadingFold {
  let heading: SessionHeading = { title: '', archived: false, labels: [], status: null };
  let titledByPerson = false;

  return {
    heading: () => heading,
    add: (entry) => {
      if (entry.event_type === 'session_start') {
        if (!titledByPerson) heading = { ...heading, title: entry.session_title ?? heading.title };
        return true;
      }
      if (entry.event_type !== 'session_changed') return false;
      const made = entry.by === 'script';
      const { title, archived = heading.archived, labels = heading.labels, status = heading.status } = entry;
      const counts = title !== undefined && !(made && titledByPerson);
      if (title !== undefined && !made) titledByPerson = true;
      heading = { title: counts ? title : heading.title, archived, labels, status };
      return true;
    },
  };
}
