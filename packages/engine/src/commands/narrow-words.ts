import { posix } from 'node:path';

import { destroys } from './destroying-words.ts';
import { findStarted } from './find-started.ts';
import { findOwnRule } from './own-rules.ts';
import { findProgramRule } from './program-rules.ts';
import { findInterpreter, READS_DATA } from './rules-effective.ts';

/** How many words of a command say what is done. */
export interface NarrowWords {
  readonly count: number;
  /** No word says it, so that what stands behind them could be anything. */
  readonly isClosed: boolean;
}

/** The words up to the one that says what is done, as far as can be told without knowing the program; else all of them. */
export function narrowWords(words: readonly string[]): NarrowWords {
  const started = findStarted(words);
  if (started?.isPlain === true) {
    const { count, isClosed } = narrowWords(words.slice(started.at));
    return { count: started.at + count, isClosed };
  }
  const program = posix.basename(words[0] ?? '');
  if (NESTED.has(program)) return destroys(words) ? closed(words) : narrowNested(program, words);
  const [, first = '-', second = ''] = words;
  if (first.startsWith('-') || !SUBCOMMAND.test(first)) {
    if (!isActing(words)) return open(1);
    return first.startsWith('-') ? closed(words) : open(words.length);
  }
  if (program === 'git') return narrowGit(words);
  if (destroys(words)) return closed(words);
  if (KEEPS.has(first)) return SHOWING.has(second) ? open(3) : closed(words);
  if (findInterpreter(program) !== null) {
    if (TASK.test(second)) return open(3);
    return RUNNERS.has(posix.basename(first)) ? closed(words) : open(2);
  }
  if (findOwnRule(program, first) !== null || !BARE.test(first)) return open(2);
  if (program === 'yarn' && first === 'workspace') return narrowWorkspace(words);
  if (DEEP.has(program)) return narrowDeep(words);
  // `npm config get` and `npm config set` are not the same, nor are `vercel env ls` and `vercel env rm`.
  return open(TASK.test(second) ? 3 : 2);
}

/** A word such as `build`, or the path of a file. */
const SUBCOMMAND = /^[A-Za-z][\w:.-]*$|^[\w.-]+(?:\/[\w.-]+)+$/u;
const BARE = /^[A-Za-z][\w-]*$/u;
const TASK = /^[A-Za-z][\w:-]*$/u;

/** With nothing behind them they show what is set; with a word or an option more they set it: `go env -w`, `npm version major`. */
const KEEPS = listWords(
  `env config configure settings version default global local audit services context auth cache token owner access profile plugin
  plugins registry alias secret secrets`,
);
const SHOWING = listWords('get list ls show view current status info');

/** Files that an interpreter runs, of which the next word says what they do. */
const RUNNERS: ReadonlySet<string> = new Set(
  'artisan console yii spark think craft ace manage.py rails rake thor composer.phar wp-cli.phar'.split(' '),
);

/** Their subcommands have subcommands of subcommands. */
const DEEP: ReadonlySet<string> = new Set(['gcloud', 'az']);

/** Their subcommands have subcommands, and options that take a value may stand before each. */
const NESTED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...withValues(
    'docker podman',
    '--context -c -H --host -l --log-level --config --tlscacert --tlscert --tlskey --connection --url',
  ),
  ...withValues(
    'kubectl',
    `-n --namespace --context --cluster --user --kubeconfig -s --server --as --as-group --as-uid --request-timeout -v --v --cache-dir
    --token --tls-server-name --certificate-authority --client-key --client-certificate --username --password`,
  ),
  ...withValues('gh', '-R --repo --hostname'),
  ...withValues(
    'aws',
    '--profile --region --output --endpoint-url --color --cli-read-timeout --cli-connect-timeout --ca-bundle --query',
  ),
  ...withValues(
    'helm',
    `-n --namespace --kube-context --kubeconfig --kube-apiserver --kube-as-user --kube-as-group --kube-ca-file --kube-token
    --kube-tls-server-name --burst-limit --qps --registry-config --repository-cache --repository-config`,
  ),
]);

const COMPOSE = listWords(
  '-f --file -p --project-name --project-directory --profile --env-file --ansi --parallel --progress',
);

/** Options without a value that stand there. */
const SWITCHES = listWords(
  `-D --debug --tls --tlsverify --insecure-skip-tls-verify --match-server-version --warnings-as-errors -A --all-namespaces
  --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --kube-insecure-skip-tls-verify --compatibility --dry-run`,
);

/** A program of two such words is told by both. */
const DEPTH = 2;

function narrowNested(program: string, words: readonly string[]): NarrowWords {
  let valued = NESTED.get(program) ?? COMPOSE;
  let found = 0;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [name = ''] = word.split('=');
    if (valued.has(name)) at += word === name ? 1 : 0;
    else if (word.startsWith('-')) {
      const isAttached = /^-[^-]./u.test(word) && valued.has(word.slice(0, 2));
      if (!SWITCHES.has(word) && !isAttached) return closed(words);
    } else {
      found += 1;
      if (found === DEPTH) return open(at + 1);
      if (word === 'compose') valued = COMPOSE;
    }
  }
  return closed(words);
}

/** Options with which these go to a branch, or leave the files alone; without one they may throw work away. */
const SPARING: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['checkout', listWords('-b --orphan --detach -t --track')],
  ['restore', listWords('-S --staged')],
]);

function narrowGit(words: readonly string[]): NarrowWords {
  const sparing = SPARING.get(words[1] ?? '');
  if (sparing === undefined) return open(2);
  const end = words.findIndex((word, index) => index > 1 && !word.startsWith('-'));
  const at = words.slice(0, end === -1 ? words.length : end).findIndex((word) => sparing.has(word));
  return at === -1 ? closed(words) : open(at + 1);
}

/** `yarn workspace a build`, `yarn workspace a run build`. */
function narrowWorkspace(words: readonly string[]): NarrowWords {
  const at = words[3] === 'run' ? 4 : 3;
  return TASK.test(words[at] ?? '') ? open(at + 1) : closed(words);
}

function narrowDeep(words: readonly string[]): NarrowWords {
  const end = words.findIndex((word, index) => index > 0 && !BARE.test(word));
  const isSplit = end !== -1 && words.slice(end).some((word) => BARE.test(word));
  const count = Math.min(end === -1 ? words.length : end, 4);
  return count < 3 || (isSplit && count < 4) ? closed(words) : open(count);
}

/** Its words say what is done, and nobody knows here that none of them does harm. */
function isActing(words: readonly string[]): boolean {
  const program = posix.basename(words[0] ?? '');
  const rule = findOwnRule(program, words[1] ?? '');
  if (READS_DATA.has(program) || findProgramRule(words) !== null) return false;
  return rule === null || rule?.doesOperands === true;
}

function open(count: number): NarrowWords {
  return { count, isClosed: false };
}

function closed(words: readonly string[]): NarrowWords {
  return { count: words.length, isClosed: true };
}

function withValues(programs: string, options: string): readonly (readonly [string, ReadonlySet<string>])[] {
  return programs.split(' ').map((program) => [program, listWords(options)] as const);
}

function listWords(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u));
}
