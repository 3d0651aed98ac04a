/**
 * What the configuration of a repository may say without starting anything where git only looks, by section and key, in small
 * letters. Hooks are switched off by what a run sets, and editors are started by nothing that only looks. A star stands for all keys. Whatever else stands there may name a program for comparing, filtering or fetching.
 */
const PLAIN_KEYS: ReadonlyMap<string, string> = new Map([
  [
    'core',
    `repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf
    quotepath abbrev longpaths sharedrepository whitespace untrackedcache preloadindex commitgraph multipackindex sparsecheckout sparsecheckoutcone editor hookspath`,
  ],
  ['remote.', 'url fetch pushurl tagopt prune skipfetchall mirror gh-resolved'],
  ['remote', 'pushdefault'],
  ['branch.', '*'],
  ['branch', '*'],
  ['user', '*'],
  ['author', '*'],
  ['committer', '*'],
  ['submodule.', 'url active branch'],
  ['pull', '*'],
  ['push', '*'],
  ['fetch', '*'],
  ['merge', 'ff conflictstyle renames log'],
  ['rebase', '*'],
  ['rerere', '*'],
  ['init', '*'],
  ['alias', '*'],
  ['color', '*'],
  ['color.', '*'],
  ['column', '*'],
  ['log', 'date decorate abbrevcommit follow'],
  ['status', '*'],
  [
    'diff',
    `algorithm renames renamelimit colormoved colormovedws mnemonicprefix noprefix wserrorhighlight context
    interhunkcontext suppressblankempty`,
  ],
  ['commit', 'gpgsign verbose cleanup'],
  ['tag', '*'],
  ['gc', '*'],
  ['pack', '*'],
  ['index', '*'],
  ['feature', '*'],
  ['maintenance', '*'],
  ['sparse', '*'],
  ['blame', '*'],
  ['advice', '*'],
  ['extensions', 'objectformat refstorage compatobjectformat relativeworktrees worktreeconfig'],
  ['credential', '*'],
  ['credential.', '*'],
  ['http', '*'],
  ['http.', '*'],
  ['url.', '*'],
  [
    'lfs',
    `url pushurl repositoryformatversion concurrenttransfers batch basictransfersonly locksverify setlockablereadonly lockignoredfiles
    fetchinclude fetchexclude fetchrecentrefsdays fetchrecentremoterefs fetchrecentcommitsdays fetchrecentalways pruneoffsetdays
    pruneverifyremotealways pruneremotetocheck allowincompletepush skipdownloaderrors activitytimeout dialtimeout tlstimeout keepalive
    defaulttokenttl gitprotocol`,
  ],
  // Of an address; an extension (`clean`, `smudge`) and an agent for transfers (`path`) are programs.
  ['lfs.', 'access locksverify locksverifiable contenttype pushurl url'],
  ['gui', '*'],
]);

/** Git watches by itself then; one that is too old for it starts a program of that name, which does nothing. */
const WATCHES_ITSELF = /^core fsmonitor\s*=\s*(?:true|false)$/iu;

const FOREIGN_CREDENTIALS =
  /^helper(?!\s*=\s*(?:store|cache|osxkeychain|manager|manager-core|libsecret|wincred)?\s*$)/iu;

/**
 * What starts a program as soon as git does more than look: it asks for passwords, tidies up, makes a repository or follows
 * an alias. A helper that git or the system comes with is none of the repository; an editor is named by the run itself.
 */
const BEYOND_LOOKING: ReadonlyMap<string, RegExp> = new Map([
  ['credential', FOREIGN_CREDENTIALS],
  ['credential.', FOREIGN_CREDENTIALS],
  ['gc', /^recentobjectshook\b/iu],
  ['init', /^templatedir\b/iu],
  ['alias', /!/u],
]);

const SECTION = /^\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\](.*)$/u;
const KEY = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=.*)?$/u;

/**
 * The first setting of a repository by which git could start a program, which are more where it does not only look; null where
 * there is none. A line that ends with a backslash counts: git goes on with the next one in a value, but not in a note, and
 * whoever joins them elsewhere reads something else.
 */
export function findGitProgram(text: string, { onlyLooks }: { readonly onlyLooks: boolean }): string | null {
  let section: string | null = null;
  for (const whole of text.split(/\r?\n/u)) {
    if (/\\\s*$/u.test(whole)) return whole.trim().slice(0, MOST_SHOWN);
    const begun = SECTION.exec(whole.trim());
    if (begun !== null) {
      const [, name = '', sub] = begun;
      section = `${name.toLowerCase()}${sub === undefined ? '' : '.'}`;
    }
    const line = (begun === null ? whole : (begun[3] ?? '')).trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const key = KEY.exec(line)?.[1]?.toLowerCase();
    if (section === null || key === undefined) return line.slice(0, MOST_SHOWN);
    const known = PLAIN_KEYS.get(section)?.split(/\s+/u) ?? [];
    const isPlain = known.includes('*') || known.includes(key) || WATCHES_ITSELF.test(`${section} ${line}`);
    if (!isPlain || (!onlyLooks && BEYOND_LOOKING.get(section)?.test(line) === true))
      return `${section.replace(/\.$/u, '')} ${key}`.slice(0, MOST_SHOWN);
  }
  return null;
}

const MOST_SHOWN = 60;
