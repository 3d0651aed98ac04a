import type * as vscode from 'vscode';

interface TagWish {
  /** Those that are offered. */
  readonly tags: readonly string[];
  readonly title: string;
  readonly placeholder: string;
}

/**
 * Tags to choose from, and whatever is typed: a tag that is not in the list stands there as soon as it is typed, and can be taken
 * with the others. Undefined: it was left with Escape.
 */
export async function pickTags(
  { window }: Pick<typeof vscode, 'window'>,
  { title, placeholder, tags }: TagWish,
): Promise<readonly string[] | undefined> {
  const picker = window.createQuickPick();
  const own: string[] = [];
  const listed = (typed: string): readonly string[] => {
    const known = [...own, ...tags];
    return typed === '' || known.some((tag) => tag === typed) ? known : [typed, ...known];
  };
  const list = (typed: string): void => {
    const chosen = new Set(picker.selectedItems.map(({ label }) => label));
    picker.items = listed(typed).map((label) => ({ label, alwaysShow: label === typed }));
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
    // Who typed a tag and pressed Enter means it, marked or not.
    resolve(typed === '' || chosen.includes(typed) ? chosen : [...chosen, typed]);
    picker.hide();
  });
  picker.onDidHide(() => {
    resolve(undefined);
    picker.dispose();
  });
  picker.show();
  return promise;
}
