/** Every command of the extension, without the word of the brand before it: its name, what people read, its icon. */
export const COMMANDS = [
  ['chatJournal.tagLastTurn', 'Tag Last Chat Turn', 'tag'],
  ['chatJournal.createActionFromLastTurn', 'Create Action from Last Turn', 'tasklist'],
  ['chatJournal.search', 'Search Chat Journal', 'search'],
  ['diagnose', 'Run Diagnostics', 'pulse'],
  ['chatJournal.openFolder', 'Open Chat Journal Folder', 'folder-opened'],
  ['chatJournal.verify', 'Verify the Chat Journal', 'verified'],
  ['changes', 'Show Changes', 'history'],
  ['rewind', 'Rewind a Change', 'discard'],
  ['intents', 'Choose the Intent', 'target'],
  ['workbench.open', 'Open the Workbench', 'browser'],
  ['why', 'Why Is This Line Here?', 'question'],
  ['approval.answer', 'Answer the Open Question', 'check'],
] as const;

export type CommandName = (typeof COMMANDS)[number][0];
