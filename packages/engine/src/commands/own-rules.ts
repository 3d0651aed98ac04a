import type { OwnRule } from './own-rule.ts';
import { gitOwnRules } from './own-rules-git.ts';
import { PYTEST_FLAGS } from './rules-code.ts';

const PATH = /^[^-@]/u;
const COMPILER = /^(?:[\w.-]+-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-\d+(?:\.\d+)*)?$/u;

/** Endings of source files, among which no secret is. */
const SOURCES =
  'tsx?|mts|cts|jsx?|mjs|cjs|py|pyi|rs|go|java|kts?|swift|c|h|cc|cpp|cxx|hpp|hh|cs|rb|php|css|scss|less|html?|md|mdx|vue|svelte|sql|sh';

const GLOB = new RegExp(String.raw`^(?:!.*|(?:[\w.-]+/|\*\*/)*[\w*-]*\.(?:${SOURCES}))$`, 'u');

/** Operands that are neither an option nor a variable of make: a variable can name programs, under any name and with any sign. */
const MAKE_WORD = new RegExp(
  [
    String.raw`^(?:[A-Za-z0-9_][\w./%@+-]*`,
    String.raw`(?!SHELL=|MAKE|GNUMAKE)[A-Za-z_]\w*=(?:\d+|y|n|yes|no|true|false|on|off|debug|release))$`,
  ].join('|'),
  'u',
);

const make: OwnRule = {
  flags: `-j?number --jobs?number -k -s -n -B -i -w -r -R -q -l?number --keep-going --silent --quiet --dry-run --just-print --always-make
    --no-print-directory --print-directory -C=read --directory=read --output-sync? --warn-undefined-variables --trace
    --no-builtin-rules -v --version -h --help --question`,
  operand: MAKE_WORD,
  doesOperands: true,
};

const compiler: OwnRule = {
  flags: `-o=write -c -E -S -g -w -s -pthread -shared -static -pedantic -pedantic-errors -pipe -ansi -MD -MMD -MP -M -MM -MF=write
    -MT=name -MQ=name -I=read -L=read -D=text -U=name -l=name -include=read -isystem=read -iquote=read -x=name -v --version --help
    -dumpversion -dumpmachine`,
  operand: /^[\w./+-]+\.(?:c|cc|cpp|cxx|C|h|hpp|hh|m|mm|s|S|o|a|so|i|ii)$/u,
  also: /^-(?:O[0-3sgz]?|Ofast|g\d|ggdb\d?|std=[\w+]+|W(?:no-)?[a-z][\w+=-]*|m(?!llvm)[a-z\d.]+(?:=[\w.+-]+)?|D\w+(?:=[\w.+-]*)?|U\w+|l[\w.+-]+|[IL][\w./+-]+|f(?:no-)?(?:PIC|pic|PIE|pie|sanitize=[\w,-]+|stack-protector(?:-\w+)?|omit-frame-pointer|exceptions|rtti|lto(?:=\w+)?|strict-aliasing|common|visibility=\w+|diagnostics-color(?:=\w+)?|color-diagnostics|openmp|unroll-loops|fast-math|function-sections|data-sections|wrapv|signed-char|unsigned-char|permissive))$/u,
  isSingleDash: true,
};

const cmake: OwnRule = {
  flags: `-S=read -B=write -G=text --build=read -j?number --parallel?number -t=name --target=name --config=name -v --verbose --version --help
    --fresh --clean-first`,
  // Behind two dashes they are words of make.
  operand: /^(?!-)[\w./-]+$/u,
  doesOperands: true,
  also: /^-D\w+(?::\w+)?=(?:ON|OFF|TRUE|FALSE|YES|NO|Debug|Release|RelWithDebInfo|MinSizeRel|\d+)$/u,
};

const docker: OwnRule = {
  flags: `-d --detach -q --quiet --build --no-build -f=read --file=read -a --all --no-color --tail=name -n=name --namespace=name -t=text
    --tag=text --no-cache --pull -w --watch -o=name --follow --timestamps --remove-orphans --wait`,
  // What it would start, take from elsewhere or take away is in the words of these.
  operand:
    /^(?!(?:rm|rmi|remove|delete|prune|kill|drain|evict|uninstall|rollback|run|exec|cp|plugin|debug|attach|edit|apply|create|replace|patch|port-forward|proxy|login|context|buildx|export|import|load|save|commit|install|upgrade)$)[\w][\w./:-]*$/u,
  doesOperands: true,
};

const BY_NAME: Readonly<Record<string, OwnRule>> = {
  make,
  gmake: make,
  cmake,
  docker,
  podman: docker,
  'docker-compose': docker,
  kubectl: docker,
  helm: docker,
  rustc: {
    flags: `-O -g -v --test --edition=name --crate-type=name --crate-name=name --emit=name --target=name -o=write --out-dir=write -L=read
      -l=name --cfg=text --check-cfg=text -W=name -A=name -D=name -F=name --cap-lints=name --error-format=name --color=name --explain=name
      --print=name -V --version -h --help -C=codegen --codegen=codegen`,
    operand: /^[\w./-]+\.rs$/u,
  },
  sort: {
    flags: `-n -r -u -f -h -V -b -g -M -R -c -C -s -z -m -d -i -k=text -t=text -S=number --parallel=number --numeric-sort --reverse
      --unique --key=text --field-separator=text --ignore-case --human-numeric-sort --version-sort --general-numeric-sort --month-sort
      --random-sort --stable --check? --merge --zero-terminated --ignore-leading-blanks --dictionary-order --version --help`,
    operand: PATH,
    readsData: true,
  },
  jq: {
    flags: `-r -c -n -s -S -e -M -C -j -a -R --arg=text --argjson=text --args --jsonargs --slurpfile=name --rawfile=name --tab
      --indent=number --raw-output --compact-output --null-input --slurp --sort-keys --exit-status --monochrome-output --color-output
      --join-output --ascii-output --raw-input --seq --stream -h --help -V --version`,
    operand: /^(?!-)(?![\s\S]*(?:\b(?:import|include|modulemeta|get_search_list|env)\b|\$ENV))/u,
    readsData: true,
  },
  yq: {
    flags: '-r -P -e -N -C -M -j -y -s -n -o=name -p=name --version --help',
    operand: /^(?!-)(?![\s\S]*\b(?:load\w*|env|strenv|envsubst|import|include|system|exec|with_dtf)\b)/u,
    readsData: true,
  },
  rg: {
    flags: `-n -i -S -s -w -x -v -c -l -o -F -P -U -q -H -N -I -p -0 -e=text -A=number -B=number -C=number -m=number -t=name -T=name -g=pattern
      -r=text -M=number -j=number -d=number --glob=pattern --type=name --type-not=name --files --files-with-matches --files-without-match
      --count --count-matches --json --stats --no-heading --heading --line-number --no-line-number --ignore-case --smart-case
      --case-sensitive --word-regexp --line-regexp --fixed-strings --multiline --only-matching --color=name --max-depth=number
      --max-count=number --sort=name --sortr=name --context=number --after-context=number --before-context=number --column --trim
      --vimgrep --no-filename --with-filename --invert-match --pcre2 --passthru --replace=text --max-columns=number --no-messages
      --type-list --no-config --pretty --null --crlf --threads=number --regexp=text --quiet --version --help`,
    operand: /^[^-]/u,
    pattern: GLOB,
    readsData: true,
  },
  ...sameFor('fd fdfind', {
    flags: `-e=name -t=name -d=number -g -i -s -a -0 -p -F -H -I -E=pattern -S=text -1 --extension=name --type=name --max-depth=number --glob
      --ignore-case --case-sensitive --absolute-path --full-path --fixed-strings --exclude=pattern --max-results=number --color=name
      --size=text --changed-within=text --changed-before=text --hidden --no-ignore --version --help`,
    operand: /^[^-]/u,
    readsData: true,
  }),
  date: {
    flags: `-u -R -I? -d=text --date=text --utc --universal --iso-8601? --rfc-3339=name --rfc-email -r=read --reference=read --version --help`,
    operand: /^\+/u,
    readsData: true,
  },
  ...sameFor('pytest py.test', { flags: PYTEST_FLAGS, operand: PATH }),
  ...sameFor('gradle gradlew', {
    flags: `-q --info --debug --stacktrace --daemon --no-daemon --parallel --offline --continue --rerun-tasks -x=name -p=read
      --project-dir=read --build-cache --no-build-cache --console=name --tests=text -v --version -h --help`,
    operand: /^[:\w][\w:.-]*$/u,
    doesOperands: true,
  }),
  ...sameFor('mvn mvnw', {
    flags: `-q -B -o -U -X -e -T=name -pl=text -am -amd -f=read -P=name -ntp --no-transfer-progress --batch-mode --offline --quiet -v --version
      -h --help`,
    operand: /^[a-z-]+$/u,
    doesOperands: true,
    also: /^-D(?:skipTests|skipITs|maven\.test\.skip|test|it\.test)(?:=[\w.,*#+-]+)?$/u,
    isSingleDash: true,
  }),
};

function sameFor(names: string, rule: OwnRule): Readonly<Record<string, OwnRule>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

/** The rule of a program by its name; of git by its subcommand. Null: nothing is known of it. Undefined: of this subcommand nothing is. */
export function findOwnRule(program: string, subcommand: string): OwnRule | null | undefined {
  if (program === 'git') return Object.hasOwn(gitOwnRules, subcommand) ? gitOwnRules[subcommand] : undefined;
  if (COMPILER.test(program)) return compiler;
  return Object.hasOwn(BY_NAME, program) ? (BY_NAME[program] ?? null) : null;
}
