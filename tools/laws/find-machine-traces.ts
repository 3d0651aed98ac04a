import type { Finding } from './finding.ts';
import type { TextFile } from './text-file.ts';

/** Hosts of package registries and paths of somebody's machine: both tie the repository to one place. */
export function findMachineTraces({ path, text }: TextFile, root: string): Finding[] {
  const found: Finding[] = [];
  for (const pattern of path.endsWith('.npmrc') ? [REGISTRY_HOST, REGISTRY_SETTING] : [REGISTRY_HOST]) {
    for (const { index } of text.matchAll(pattern)) found.push({ start: index, message: REGISTRY_MESSAGE });
  }
  for (const { index } of path.endsWith('package-lock.json') ? text.matchAll(RESOLVED_URL) : []) {
    // A resolved address that is a registry's is one fault, told once.
    if (!found.some(({ start }) => start >= index && start < text.indexOf('\n', index))) {
      found.push({
        start: index,
        message: 'The lock file names a download address; remove the "resolved" line.',
      });
    }
  }
  const ownRoot = root.split(/[\\/]/u).length > 2 ? text.indexOf(root) : -1;
  const places = [...text.matchAll(MACHINE_PATH)].map(({ index }) => index);
  if (ownRoot !== -1 && !places.includes(ownRoot)) places.push(ownRoot);
  for (const start of places) found.push({ start, message: PATH_MESSAGE });
  return found;
}

const REGISTRY_MESSAGE =
  'The text names the host of a package registry; remove it, because every machine chooses its own.';
const PATH_MESSAGE =
  'The text has a path of one machine; write it from the repository root or from an invented folder.';

// Built from pieces, so that this file does not break the law that it states.
const PUBLIC_HOSTS = ['registry npmjs', 'registry yarnpkg', 'registry npmmirror', 'npm pkg github', 'npm jsr']
  .map((words) => words.replaceAll(' ', '\\.'))
  .join('|');
const PRIVATE_HOSTS =
  'artifactory|nexus|verdaccio|npm[\\w.-]*(?:proxy|mirror|registry)|(?:proxy|mirror|registry)[\\w.-]*npm';

const REGISTRY_HOST = new RegExp(
  `(?:https?://)?(?:${PUBLIC_HOSTS})\\.(?:org|com|io)|https?://[\\w.-]*(?:${PRIVATE_HOSTS})`,
  'giu',
);

const REGISTRY_SETTING = /^\s*(?:@[\w-]+:)?registry\s*=/gmu;

const RESOLVED_URL = /"resolved": *"(?:git\+)?https?:/gu;

const MACHINE_PATH = new RegExp(
  [
    String.raw`(?<![\w.\-}/])\/(?:home|Users)\/[A-Za-z_][\w.-]*\/`,
    String.raw`(?<![\w.\-}/])\/root\/`,
    String.raw`(?<![\w.\-}/])\/work\/(?:main|shared)\b`,
    String.raw`\b[A-Z]:[\\/]+Users[\\/]+[A-Za-z_]`,
  ].join('|'),
  'gu',
);
