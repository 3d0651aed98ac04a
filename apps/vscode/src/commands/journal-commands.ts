import type { EditorWorkbench } from '../compose-workbench.ts';
import type { Desk } from './desk.ts';
import { pickTags } from './pick-tags.ts';

const PLACEHOLDER = 'Select tags (or type custom tag and press Enter)';

export async function tagLastTurn({ editor, brand, benches, lastTurn }: Desk): Promise<void> {
  const { window } = editor;
  const last = lastTurn.read();
  if (last === null) {
    await window.showWarningMessage(
      `No chat turn to tag. Start a conversation with @${brand.participant.name} first.`,
    );
    return;
  }
  const bench = await benches.chooseToWrite();
  if (!bench.ok) {
    void window.showErrorMessage(bench.error.message);
    return;
  }
  const offered = await offerTags(bench.value.workbench);
  const tags = await pickTags(editor, { title: 'Tag Last Turn', placeholder: PLACEHOLDER, tags: offered });
  if (tags === undefined || tags.length === 0) return;
  const note = await window.showInputBox({
    prompt: 'Add a note (optional)',
    placeHolder: 'Optional context for this tag',
  });
  const wish = { ...last, tags: [...tags], ...(note ? { note } : {}) };
  const tagged = await bench.value.workbench.call('turn_tag', wish);
  if (tagged.ok)
    void window.showInformationMessage(
      `Tagged turn ${tagged.value.turn} with: ${tagged.value.tags.join(', ')}`,
    );
  else void window.showErrorMessage(tagged.error.message);
}

async function offerTags({ settings, composition }: EditorWorkbench): Promise<readonly string[]> {
  const now = await settings();
  return (now.ok ? now.value : composition.settings).values['journal.tags'];
}

export async function createActionFromLastTurn({ editor, brand, benches, lastTurn }: Desk): Promise<void> {
  const { window } = editor;
  const last = lastTurn.read();
  if (last === null) {
    await window.showWarningMessage(
      `No chat turn to create action from. Start a conversation with @${brand.participant.name} first.`,
    );
    return;
  }
  const bench = await benches.chooseToWrite();
  if (!bench.ok) {
    void window.showErrorMessage(bench.error.message);
    return;
  }
  const title = await window.showInputBox({
    title: 'Action Title',
    prompt: 'Brief description of the action',
    placeHolder: 'e.g., Fix brave trait conflict',
  });
  if (title === undefined || title.trim() === '') return;
  const details = await window.showInputBox({
    title: 'Action Details',
    prompt: 'Detailed description (optional)',
    placeHolder: 'Steps to complete, context, etc.',
  });
  const tags = await pickTags(editor, {
    title: 'Action Tags',
    placeholder: 'Select tags for this action (optional)',
    tags: await offerTags(bench.value.workbench),
  });
  const wish = {
    ...last,
    title,
    ...(details ? { details } : {}),
    ...(tags === undefined || tags.length === 0 ? {} : { tags: [...tags] }),
  };
  const created = await bench.value.workbench.call('action_create', wish);
  if (created.ok)
    void window.showInformationMessage(`Created action ${created.value.action}: ${created.value.title}`);
  else void window.showErrorMessage(created.error.message);
}

const ON_DESKTOP = 'revealFileInOS';

export async function openJournalFolder({ editor, benches }: Desk): Promise<void> {
  const bench = await benches.choose();
  if (!bench.ok || bench.value.workbench.composition.folders.workspace === null) {
    void editor.window.showWarningMessage('No workspace open');
    return;
  }
  const folder = await bench.value.workbench.chatsFolder();
  if (!folder.ok) {
    void editor.window.showErrorMessage(folder.error.message);
    return;
  }
  // An editor in a browser has no desktop to show the folder on; its explorer can.
  const isOnDesktop = (await editor.commands.getCommands(true)).includes(ON_DESKTOP);
  await editor.commands.executeCommand(
    isOnDesktop ? ON_DESKTOP : 'revealInExplorer',
    editor.Uri.file(folder.value),
  );
}

/** Proves of every session that no line was altered, dropped or reordered. */
export async function verifyJournal({ editor, benches, brand, output }: Desk): Promise<void> {
  const bench = await benches.choose();
  const listed = bench.ok ? await bench.value.workbench.call('session_list', { limit: 1000 }) : bench;
  if (!bench.ok || !listed.ok) {
    void editor.window.showErrorMessage(bench.ok && !listed.ok ? listed.error.message : 'No workspace open');
    return;
  }
  const channel = output(`${brand.title} Journal Verification`);
  channel.clear();
  let bad = 0;
  for (const { id } of listed.value.sessions) {
    const verified = await bench.value.workbench.call('session_verify', { session: id });
    const isGood = verified.ok && verified.value.ok;
    if (!isGood) bad += 1;
    const why = verified.ok ? (verified.value.reason ?? '') : verified.error.message;
    const size = verified.ok ? `${verified.value.entries} entries` : '';
    channel.appendLine(`${isGood ? '✅' : '❌'} ${id} ${size}${why === '' ? '' : ` ${why}`}`);
  }
  channel.appendLine('');
  const count = listed.value.sessions.length;
  channel.appendLine(
    bad === 0 ? `The chain holds in ${count} session(s).` : `${bad} of ${count} do not hold.`,
  );
  channel.show();
}
