import type { Brand } from '@rook/contract';
import type * as vscode from 'vscode';

/** What says why lines are there, once somebody asks; loaded with the engine. */
export interface LineReasons {
  readonly lenses: (document: vscode.TextDocument) => Promise<vscode.CodeLens[]>;
  readonly hover: (document: vscode.TextDocument, position: vscode.Position) => Promise<vscode.Hover | null>;
  /** Tells when lines may have other reasons than before, for the folders that were asked about. Ends with `dispose`. */
  readonly watch: (changed: () => void) => vscode.Disposable;
}

interface WhyOffer {
  readonly brand: Brand;
  readonly editor: Pick<typeof vscode, 'EventEmitter' | 'Disposable'> & {
    readonly languages: Pick<typeof vscode.languages, 'registerCodeLensProvider' | 'registerHoverProvider'>;
    readonly workspace: Pick<typeof vscode.workspace, 'getConfiguration' | 'onDidChangeConfiguration'>;
  };
  readonly load: () => Promise<LineReasons>;
}

/** Lenses and hovers stand there only while their setting is on; nothing is loaded before the editor asks for one. */
export function offerWhy({ brand, editor, load }: WhyOffer): vscode.Disposable {
  const registered = new Map<string, vscode.Disposable>();
  const offers = [
    ['why.codeLens', () => offerLenses(editor, load)],
    [
      'why.hover',
      () =>
        editor.languages.registerHoverProvider(FILES, {
          provideHover: async (document, position) => (await load()).hover(document, position),
        }),
    ],
  ] as const;
  const look = (): void => {
    for (const [name, register] of offers) {
      const isOn = editor.workspace.getConfiguration(brand.id).get<unknown>(name) === true;
      const known = registered.get(name);
      if (isOn && known === undefined) registered.set(name, register());
      if (!isOn && known !== undefined) {
        registered.delete(name);
        known.dispose();
      }
    }
  };
  look();
  const listening = editor.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${brand.id}.why`)) look();
  });
  return new editor.Disposable(() => {
    listening.dispose();
    for (const one of registered.values()) one.dispose();
  });
}

const FILES: vscode.DocumentFilter = { scheme: 'file' };

function offerLenses(editor: WhyOffer['editor'], load: WhyOffer['load']): vscode.Disposable {
  const changed = new editor.EventEmitter<void>();
  let watching: vscode.Disposable | null = null;
  let isOver = false;
  const provider = editor.languages.registerCodeLensProvider(FILES, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) => {
      const reasons = await load();
      if (isOver) return [];
      watching ??= reasons.watch(() => changed.fire());
      return reasons.lenses(document);
    },
  });
  return new editor.Disposable(() => {
    isOver = true;
    provider.dispose();
    watching?.dispose();
    changed.dispose();
  });
}
