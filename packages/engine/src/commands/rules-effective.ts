function listWords(text: string): readonly string[] {
  return text.split(/\s+/u);
}

/** Programs that start others, or whose words do not say what they do: only a pattern with all of their words allows them. */
export const RUNS_OTHERS: ReadonlySet<string> = new Set(
  listWords(`xargs parallel watch entr at batch crontab script expect ssh scp rsync sftp nc ncat netcat socat telnet busybox toybox
    start-stop-daemon systemd-run screen tmux dd mkfs awk gawk mawk nawk ed ex vi vim nvim emacs nano less more man gdb lldb strace
    ltrace open xdg-open osascript pwsh powershell cmd npx pnpx bunx uvx pipx tar bsdtar zip deno bun sqlite3 sqlite duckdb psql mysql mariadb
    mongo mongosh redis-cli sqlplus concurrently npm-run-all run-s run-p nodemon watchexec dotenv dotenvx cross-env cross-env-shell env-cmd
    hyperfine perf valgrind flock chpst su-exec gosu tini dumb-init faketime unbuffer rlwrap chrt taskset numactl firejail bwrap proot
    fakeroot linux32 linux64 setarch setpriv capsh run-parts logrotate wine mosh m4 ld as gold lld objcopy rpm dpkg apt apt-get snap
    ansible ansible-playbook terraform vagrant ffmpeg convert magick gpg gpg2 openssl find fzf git-annex tig lazygit`),
);

const CODE_FIRST = /^-/u;

/** Interpreters, and options before the file that they run which make them do something else. */
const INTERPRETERS: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^-(?!-test$|-trace-warnings$|-enable-source-maps$|-no-warnings$)/u],
  ...listWords(
    `perl ruby php lua bash sh zsh dash ksh fish tsx ts-node python pypy ipython Rscript julia guile racket tclsh wish groovy scala
    kotlin elixir iex erl escript swift irb ghci runghc runhaskell ocaml clojure bb luajit mksh csh tcsh ash nodejs jshell`,
  ).map((name) => [name, CODE_FIRST] as const),
  // Its options may stand behind its program too.
  ['sed', /^-(?!n$|E$|r$|nE$|nr$|-quiet$|-silent$|-regexp-extended$)/u],
]);

/** Also under a name with a version: `lua5.4`, `python3.12`. Null for what is none. */
export function findInterpreter(program: string): RegExp | null {
  return INTERPRETERS.get(program) ?? INTERPRETERS.get(program.replace(/[\d.-]+$/u, '')) ?? null;
}

/** Yarn takes these for its own wherever they stand. */
export const OF_YARN =
  /^--(?:cwd|use-yarnrc|script-shell|modules-folder|cache-folder|global-folder|preferred-cache-folder|registry|mutex|no-default-rc)(?:=|$)/u;

/** For the whole machine, and by settings of elsewhere. */
const ELSEWHERE =
  /^(?:-g|-C|--(?:global|location|userconfig|globalconfig|dir|global-dir|global-bin-dir)(?:=.*)?)$/u;

/** All but a few of which each is a plain name. */
const PROPERTY =
  /^(?:--?|\/)p(?:roperty)?(?:$|[:=](?!(?:Configuration|Platform|TargetFramework)=[\w.-]+$))/iu;

/** Words of some programs that people put on their lists, by which these start others or write what no other word names. */
export const OWN_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['shuf', /^-[A-Za-z]*o/u],
  ['tree', /^-[A-Za-z]*o/u],
  ['xxd', /^-r/u],
  // A property such as `PreBuildEvent` is a line for a shell.
  ['dotnet', PROPERTY],
  ['msbuild', PROPERTY],
  ['yarn', OF_YARN],
  ['npm', ELSEWHERE],
  ['pnpm', ELSEWHERE],
]);

/** Programs that look at text or at files, and take no code from their input or from an option of one letter. */
export const READS_DATA: ReadonlySet<string> = new Set(
  listWords(`wc uniq cut tr diff cmp comm paste join column nl fold fmt expand unexpand rev tac seq base64 base32 md5sum sha1sum sha256sum
    sha512sum cksum sum od xxd hexdump strings file stat du df basename dirname realpath readlink which uname hostname true false
    sleep tree shuf split csplit tee numfmt cal grep egrep fgrep ag ack iconv dos2unix pr look tsort factor zcat gunzip gzip bat sed`),
);

/** What they are given is read by people. */
export const TAKES_TEXT: ReadonlySet<string> = new Set(['gh', 'glab', 'ag', 'ack', 'logger', 'notify-send']);

/** Options that in many programs run their value, or load it. */
export const SHORT = /^-(?:[ex]|[cr](?:[^\w]|$))/u;

/** A shell could make something of it, and so could a program that starts one. */
export const LIKE_CODE = /\$\(|`|;\s*\w|&&|\|\|/u;

/** Options that in many programs start another one, write a file or load settings. */
const EFFECTIVE = listWords(
  `exec execute eval evaluate command cmd out output outfile output-file config configuration require preload loader import init-file init-script rcfile
  script-shell toolexec vettool plugin plugins fplugin specs wrapper shell editor pager pre filter from-file rulesdir rsh globalsetup
  global-setup python-executable workspace_status_command compress-program use-compress-program upload-pack receive-pack to-command
  hostname-bin checkpoint-action open-files-in-pager textconv ext-diff hook post-hook pre-hook runner launcher interpreter exec-prefix
  startup-script env-file node-options resolver custom-formatter formatter-path preprocessor compiler linker`,
);

/** These are too much like options of other programs to be meant where they are only begun: `--check`, `--host`, `--ext`, `--format`. */
const ONLY_WHOLE: ReadonlySet<string> = new Set(
  listWords(
    'checkpoint-action hostname-bin ext-diff open-files-in-pager textconv use-compress-program to-command global-setup globalsetup startup-script formatter-path custom-formatter workspace_status_command env-file runner filter from-file',
  ),
);

/** Many programs take a long option by its beginning: `--upl` is `--upload-pack`. */
export function isEffectiveOption(word: string): boolean {
  const name = /^--?([A-Za-z][\w-]*)/u.exec(word)?.[1]?.toLowerCase();
  if (name === undefined || (!word.startsWith('--') && name.length < SHORTEST)) return false;
  return EFFECTIVE.some(
    (effective) =>
      name === effective ||
      name.startsWith(`${effective}-`) ||
      (name.length >= 2 && !ONLY_WHOLE.has(effective) && effective.startsWith(name)),
  );
}

/** A word behind one dash is an option as a whole only where it is long; else it is several of one letter. */
const SHORTEST = 3;
