import type { Brand } from '@rook/contract';
import type * as vscode from 'vscode';

import type { Benches } from '../benches.ts';
import type { EditorWorkbench } from '../compose-workbench.ts';
import { commandLink, groupReasons, markdownOf, titleOf, type ReasonGroup } from './describe-reason.ts';
import { createFileReasons, type FileReasons } from './file-reasons.ts';
import type { LineReasons } from './offer-why.ts';
import { createReasonSources } from './reason-sources.ts';

interface LineReasonsSetup {
  readonly brand: Brand;
  readonly editor: Pick<typeof vscode, 'CodeLens' | 'Disposable' | 'Hover' | 'MarkdownString' | 'Range'>;
  readonly benches: Pick<Benches, 'of'>;
}

/** Says of the lines of a document which change of a session wrote them. */
export function createLineReasons({ brand, editor, benches }: LineReasonsSetup): LineReasons {
  const known = new Map<EditorWorkbench, FileReasons>();
  const watchers = new Set<() => void>();
  const tell = (): void => {
    for (const changed of watchers) changed();
  };
  const command = `${brand.id}.why`;

  async function groupsOf(document: vscode.TextDocument): Promise<Found | null> {
    const bench = await benches.of(document.uri);
    const path = bench?.pathOf(document.uri) ?? null;
    // What lies in a folder of ours is no file of the user.
    if (bench === null || path === null || path.startsWith(`${brand.folder}/`)) return null;
    const reasons = known.get(bench) ?? createFileReasons(createReasonSources(bench), tell);
    known.set(bench, reasons);
    if (watchers.size > 0) reasons.watch();
    const ranges = await reasons.of({ path, version: document.version, lines: document.lineCount });
    return { path, groups: groupReasons(ranges) };
  }

  return {
    lenses: async (document) => {
      const found = await groupsOf(document);
      return (found?.groups ?? []).map((group) => {
        const line = group.start - 1;
        const argument = { path: found?.path, line: group.start };
        const title = titleOf(group, brand.title);
        return new editor.CodeLens(new editor.Range(line, 0, line, 0), {
          title,
          command,
          arguments: [argument],
        });
      });
    },
    hover: async (document, { line }) => {
      const found = await groupsOf(document);
      const group = found?.groups.find(({ start, end }) => start <= line + 1 && line + 1 <= end);
      if (found === null || group === undefined) return null;
      const link = commandLink('Why is this line here?', command, { path: found.path, line: line + 1 });
      const text = new editor.MarkdownString(markdownOf(group, link));
      text.isTrusted = { enabledCommands: [command] };
      return new editor.Hover(text);
    },
    watch: (changed) => {
      watchers.add(changed);
      return new editor.Disposable(() => {
        watchers.delete(changed);
        if (watchers.size === 0) for (const reasons of known.values()) reasons.rest();
      });
    },
  };
}

interface Found {
  readonly path: string;
  readonly groups: readonly ReasonGroup[];
}
