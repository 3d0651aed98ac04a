import type { EntryOf } from '@rook/contract';

/** The commands that a whole reply wants to have run. */
export function listCommands({ complete, commands }: EntryOf<'reply_read'>): readonly string[] {
  if (!complete || !Array.isArray(commands)) return [];
  const listed: readonly unknown[] = commands;
  return listed.flatMap((item) => {
    const command: unknown =
      typeof item === 'object' && item !== null && 'command' in item ? item.command : null;
    return typeof command === 'string' ? [command] : [];
  });
}
