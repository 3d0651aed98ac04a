import type * as vscode from 'vscode';

interface TagWish {
  /** Those that are offered. */
  readonly tags: readonly string[];
  readonly title: string;
  readonly placeholder: string;
}

/** Whether a tag is found by what was typed, as the list itself finds it. */
function holds(tag: string, typed: string): boolean {
  return tag.toLowerCase().includes(typed.toLowerCase());
}

/**
 * Tags to choose from, and whatever is typed: a tag that nothing in the list resembles stands there as soon as it is
 * typed, and can be taken with the others. Undefined: it was left with Escape.
 */
export async function pickTags(
  { window }: Pick<typeof vscode, 'window'>,
  { title, placeholder, tags }: TagWish,
): Promise<readonly string[] | undefined> {
  const picker = window.createQuickPick();
  const own: string[] = [];
  let shown: readonly string[] = [];
  const list = (typed: string): void => {
    const known = [...own, ...tags];
    const wanted = typed === '' || known.some((tag) => holds(tag, typed)) ? known : [typed, ...known];
    // A new list unmarks what was marked while it was on its way: it is sent only where nothing in the list can be marked.
    if (wanted.join('\n') === shown.join('\n')) return;
    shown = wanted;
    const chosen = new Set(picker.selectedItems.map(({ label }) => label));
    picker.items = wanted.map((label) => ({ label, alwaysShow: label === typed }));
    picker.selectedItems = picker.items.filter(({ label }) => chosen.has(label));
  };
  picker.canSelectMany = true;
  picker.title = title;
  picker.placeholder = placeholder;
  list('');
  picker.onDidChangeValue((value) => list(value.trim()));
  picker.onDidChangeSelection((chosen) => {
    for (const { label } of chosen) if (!own.includes(label) && !tags.includes(label)) own.push(label);
  });
  const { promise, resolve } = Promise.withResolvers<readonly string[] | undefined>();
  picker.onDidAccept(() => {
    const chosen = picker.selectedItems.map(({ label }) => label);
    const typed = picker.value.trim();
    // Who typed a tag and pressed Enter means it, marked or not, unless the text only served to find one that is marked.
    resolve(typed === '' || chosen.some((tag) => holds(tag, typed)) ? chosen : [...chosen, typed]);
    picker.hide();
  });
  picker.onDidHide(() => {
    resolve(undefined);
    picker.dispose();
  });
  picker.show();
  return promise;
}
