import {
  allSettings,
  describeSettingType,
  environmentName,
  rook,
  type SettingDefinition,
  type Tighten,
} from '@rook/contract';

const LONG_LIST = 6;

/** The table of every setting, as `docs/settings.md` shows it. */
export function settingsDocument(): string {
  const rows = Object.entries(allSettings).map(([name, definition]) => settingRow(name, definition));
  return `# Settings

This page is made from the settings table of \`packages/contract\` by \`npm run documents\`.

A setting is looked up in this order, and the first that has it counts: a flag (\`--set mode=safe\`), the environment, the
session, the workspace file (\`.rook/settings.json\`), your own file (\`rook settings path\`), the default. Both files are
JSON with comments, one flat object: \`{ "mode": "safe" }\`. In VS Code what you set on its page of settings counts over your own
file, and what stands in \`.vscode/settings.json\` counts like the workspace file ([docs/vscode.md](vscode.md#settings)).

**A workspace file can only tighten.** In the column *workspace*, "no" means that only you decide it, wherever the workspace
came from; everything else says in which direction a workspace may move it. What a workspace may not say is ignored, and
\`rook settings list\` and \`rook diagnose\` name it. A file that cannot be read, or a wrong value in it, refuses work instead of
being passed over, because passing it over could loosen what somebody meant to tighten.

| setting | takes | default | workspace | environment | what it does | items | formerly |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function settingRow(name: string, definition: SettingDefinition): string {
  const cells = [
    `\`${name}\``,
    describeSettingType(definition),
    defaultText(definition.default),
    tightenText(definition.tighten),
    `\`${environmentName(rook, name)}\``,
    definition.description,
    definition.items.join(', '),
    definition.formerly === undefined ? '' : `\`${definition.formerly}\``,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultText(value: unknown): string {
  if (Array.isArray(value) && value.length > LONG_LIST) {
    return `${value.length} entries: ${value.map((entry) => `\`${String(entry)}\``).join(', ')}`;
  }
  return `\`${JSON.stringify(value)}\``;
}

function tightenText(tighten: Tighten | undefined): string {
  switch (tighten?.kind) {
    case undefined:
      return 'no';
    case 'lower':
      return 'may lower it';
    case 'add':
      return 'may add to it';
    case 'keep':
      return 'may narrow it';
    case 'stricter':
      return `stricter only: ${tighten.order.map(String).join(' → ')}`;
    case 'taste':
      return 'yes';
  }
}
