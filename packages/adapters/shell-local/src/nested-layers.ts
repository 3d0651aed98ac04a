import { closeFile, closeFolder, isSafeToOpen, type Layer } from './git-layers.ts';
import { kindOf } from './look-at-path.ts';

/**
 * Repositories in folders of the workspace, each by its git folder or by the file that leads to it: what starts programs there can only
 * be read. Nothing is opened: who may write around them could put a link in their place meanwhile, and what that leads to would be opened.
 */
export function nestedLayers(repositories: readonly string[]): readonly Layer[] {
  const layers = repositories.flatMap((git): readonly Layer[] => {
    switch (kindOf(git)) {
      case 'folder':
        return isSafeToOpen(git) ? closeFolder(git) : [{ kind: 'closed', path: git }, ...closeFolder(git)];
      case 'file':
        return closeFile(git);
      case 'link':
      case 'missing':
        return [];
    }
  });
  return [...new Map(layers.map((layer) => [`${layer.kind} ${layer.path}`, layer])).values()];
}
