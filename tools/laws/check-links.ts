import { posix } from 'node:path';

import type { Violation } from './law.ts';
import { listHeadingAnchors, listMarkdownLinks } from './read-markdown.ts';
import type { Repository } from './repository.ts';

/** Every relative link and image of a Markdown file leads to a listed file, and every anchor to a heading. */
export function checkLinks(repository: Repository): Violation[] {
  const documents = new Map(
    repository.texts.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, text]),
  );
  const folders = listFolders(repository.paths);
  const found: Violation[] = [];
  for (const [path, text] of documents) {
    for (const { target, line } of listMarkdownLinks(text)) {
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(target)) continue;
      const [file = '', anchor = ''] = target.split('#');
      const leadsTo = file === '' ? path : resolveTarget(path, file);
      const document = documents.get(leadsTo);
      let message: string | undefined;
      if (!repository.paths.has(leadsTo) && !folders.has(leadsTo)) {
        message = `The link "${target}" leads to no file; correct the path or remove the link.`;
      } else if (anchor !== '' && document !== undefined && !listHeadingAnchors(document).has(anchor)) {
        message = `The link "${target}" leads to no heading of ${leadsTo}; correct the part after "#".`;
      }
      if (message !== undefined) found.push({ law: 'links', path, line, message });
    }
  }
  return found;
}

function resolveTarget(from: string, file: string): string {
  const plain = decodeURIComponent(file.replace(/\?.*$/u, ''));
  const joined = plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(from), plain);
  return posix.normalize(joined).replace(/\/$/u, '');
}

function listFolders(paths: ReadonlySet<string>): Set<string> {
  const folders = new Set(['.']);
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder))
      folders.add(folder);
  }
  return folders;
}
