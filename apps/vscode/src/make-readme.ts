import type { Brand } from '@rook/contract';

import { COMMANDS } from './command-table.ts';

/** What the editor shows about the extension before and after it is installed. */
export function makeReadme(brand: Brand, hasPicture: boolean): string {
  const { id, title, participant, folder, tools } = brand;
  const spaces = tools.namespaces.map((name) => `\`${name}\``).join(', ');
  return `# ${title}

${participant.description}.

Type \`@${participant.name}\` in the chat. The model is the one that you chose there. Every turn is written down before it acts, in
\`${folder}/chats/\` of your folder, as lines that prove themselves; every change of a file is compared with what the model was
shown, and can be taken back. Where a person decides, the question stands in the chat with exactly what a yes would do.

${hasPicture ? '![A question in the chat](media/chat.png)\n\n' : ''}## Commands

${COMMANDS.map(([name, words]) => `- **${title}: ${words}** (\`${id}.${name}\`)`).join('\n')}

${tools.offersOwn ? forOthers(brand) : ''}## Settings

- \`${id}.chatJournal.knownChatRecorderExtensions\`: other recorders of chats, of which the diagnostics warn.
- \`${id}.why.codeLens\`, \`${id}.why.hover\`: say in the editor why lines are there. Both are off by default.
- \`${id}.tools.namespaces\`: how names of further tools of the editor begin that may be offered to the model, beside ${spaces}. A
  folder cannot add any, and every call is asked about first.
- Everything else stands under *${title}* on the page of the settings, each with its default and what it does: what you set there counts over
  your \`settings.json\` of ${title}. What a folder brings along in \`.vscode/settings.json\` can only tighten what you set.

No telemetry, and no network but through the model that you chose and what you allow.
`;
}

function forOthers({ id, title }: Brand): string {
  return `## Tools for other participants

Other participants of the chat may use the tools of ${title} (\`#${id}_read_file\` and others): their calls are judged, asked about and
written down as those of ${title} itself.

`;
}
