import {
  BookMarked,
  FilePen,
  FileText,
  FileX,
  Globe,
  ListTree,
  Search,
  SquareTerminal,
  Target,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { JSX } from 'react';

const ICONS: ReadonlyMap<string, LucideIcon> = new Map([
  ['read_file', FileText],
  ['read_result', FileText],
  ['list_files', ListTree],
  ['outline_file', ListTree],
  ['find_files', Search],
  ['search_files', Search],
  ['search_sessions', Search],
  ['fetch_url', Globe],
  ['select_active_intent', Target],
  ['write_to_file', FilePen],
  ['edit', FilePen],
  ['apply_diff', FilePen],
  ['apply_patch', FilePen],
  ['apply_changes', FilePen],
  ['move_file', FilePen],
  ['delete_file', FileX],
  ['record_lesson', BookMarked],
  ['execute_command', SquareTerminal],
  ['list_commands', SquareTerminal],
  ['read_command', SquareTerminal],
  ['stop_command', SquareTerminal],
]);

/** What kind of call it is, at a glance; the word beside it says the same. */
export function ActivityIcon({ name }: { readonly name: string }): JSX.Element {
  const Icon = ICONS.get(name) ?? Wrench;
  return <Icon size={14} aria-hidden className="activity-icon" />;
}
