import type { ProgramRule } from './command-policy.ts';

export const GIT_DIFF_FLAGS = `-p -u -s -U?number --unified?number --raw --stat? --numstat --shortstat --dirstat? --summary --name-only
  --name-status --color? --no-color --word-diff? --word-diff-regex=text --no-renames -M?text -C?text --find-renames? --find-copies? -R
  -a --text -b -w --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines
  --ignore-cr-at-eol -W --function-context --no-ext-diff --no-textconv --exit-code --quiet --full-index --binary --abbrev?
  -z --patience --histogram --minimal --diff-algorithm=name --diff-filter=name -S=text -G=text --pickaxe-all
  --pickaxe-regex --relative? --check --color-words? --color-moved? --patch --no-patch --patch-with-stat
  --compact-summary --inter-hunk-context=number --no-prefix --src-prefix=text --dst-prefix=text`;

/** The parts of git that only look, and the making of a branch. */
export const gitRules: readonly ProgramRule[] = [
  {
    tokens: 'git status',
    flags: `-s -b -v -z -uno -unormal -uall --short --branch --show-stash --porcelain? --long --verbose --untracked-files?
      --ignored? --no-renames --renames --ahead-behind --no-ahead-behind --column? --no-column`,
    operands: 'revisions',
    endsOptions: true,
    isReadOnly: true,
    examples: {
      allow: [
        'git status',
        'git status -sb',
        'git status --porcelain=v2',
        'git --no-pager status',
        'git status src',
      ],
      ask: [
        'git -c core.fsmonitor=x status',
        'git -C /tmp status',
        'git status /etc',
        'git --git-dir=x status',
        'git --exec-path=. status',
      ],
    },
  },
  {
    tokens: 'git diff',
    flags: `${GIT_DIFF_FLAGS} --cached --staged --merge-base -0 -1 -2 -3 --cc --base --ours --theirs`,
    operands: 'revisions',
    endsOptions: true,
    isReadOnly: true,
    examples: {
      allow: [
        'git diff',
        'git diff HEAD~1..HEAD -- src',
        'git diff --stat main...feature',
        'git diff --cached -U5',
        'git diff -w',
        'git diff HEAD@{1}..HEAD@{0}',
        'git diff -M90% HEAD~1',
      ],
      ask: [
        'git diff --output=x',
        'git diff --ext-diff',
        'git diff --textconv',
        'git diff --no-index /etc/passwd x',
        'git diff -- ../x',
        'git diff -Ox',
        'git diff --submodule=diff',
        'git diff -S *.ts',
        'git diff HEAD@{1}..HEAD@{0}x}',
        'git diff HEAD@{1,2}',
      ],
    },
  },
  {
    tokens: 'git log',
    flags: `${GIT_DIFF_FLAGS} -# -n=number --max-count=number --skip=number --oneline --graph --all --branches? --tags? --remotes?
      --decorate? --no-decorate --format?format --pretty?format --since=text --until=text --after=text --before=text --author=text
      --committer=text --grep=text -i -E -F --invert-grep --all-match --regexp-ignore-case --extended-regexp --fixed-strings --merges
      --no-merges --first-parent --follow --reverse --date=text --relative-date --topo-order --date-order --author-date-order
      --abbrev-commit --no-abbrev-commit --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --no-walk? --boundary
      --simplify-by-decoration --full-history --not -L=lines -g --walk-reflogs --source -m -c --cc --parents --children --ancestry-path?
      --name-only --notes? --no-notes --no-mailmap --mailmap --diff-merges=name`,
    operands: 'revisions',
    endsOptions: true,
    isReadOnly: true,
    examples: {
      allow: [
        'git log',
        'git log --oneline -5',
        "git log --format='%h %s' main..HEAD",
        'git log -p -n 2 -- src/a.ts',
        'git log -S "foo" --all',
        'git log HEAD --not origin/main',
        'git log --right-only --cherry-pick main...HEAD',
        "git log -L '/a/,/b/:src/a.ts'",
        'git log -L :main:src/a.ts',
      ],
      ask: [
        "git log --format='%G?'",
        'git log --pretty --output=x',
        'git log --format --output=/etc/x',
        'git log --pretty --ext-diff -p',
        'git log --pretty -Oorder',
        'git log --unified --output=x',
        'git log --show-signature',
        'git log --output=x',
        'git log --ext-diff -p',
        'git log $(id)',
        'git -p log',
        'git log --author *.ts',
        'git log -L 1,5:.env',
        "git log -L '/a/,/b/:/etc/passwd'",
        "git log -L '/a/,/b/:.env'",
        'git log --not --output=x',
      ],
    },
  },
  {
    tokens: 'git branch',
    flags: `-a -r -v -vv -i -l --list --all --remotes --verbose --show-current --contains? --no-contains? --merged? --no-merged?
      --points-at=text --sort=format --format=format --color? --no-color --column? --no-column --abbrev? --no-abbrev --ignore-case
      --no-track`,
    operands: 'branches',
    endsOptions: true,
    examples: {
      allow: [
        'git branch',
        'git branch -a',
        'git branch --show-current',
        'git branch --sort=-committerdate',
        'git branch feature/x',
        "git branch --list 'feature/*'",
        "git branch -a --list '*'",
        'git branch -vv',
      ],
      ask: [
        'git branch -D x',
        'git branch --list feature/*',
        'git branch -d x',
        'git branch --edit-description',
        'git branch -m a b',
        'git branch -f main x',
        'git branch --sort=signature',
      ],
    },
  },
];

/** Options of git itself that change nothing of what it does. */
export const GIT_HARMLESS: ReadonlySet<string> = new Set([
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
]);

/**
 * What a run has to set, for a verdict about git to hold: the configuration of a repository can name programs, for paging and for
 * watching files, and these values count over it. Programs for comparing have names of their own: whoever runs it looks for them.
 */
export const GIT_VARIABLES: Readonly<Record<string, string>> = {
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_EDITOR: 'true',
  ...overrideSettings([
    ['core.fsmonitor', 'false'],
    ['safe.bareRepository', 'explicit'],
    ['core.pager', 'cat'],
    ['log.showSignature', 'false'],
    ['core.hooksPath', '/dev/null'],
  ]),
};

/**
 * The same where a pattern of the user lets git do more than look. Hooks are a part of that: who lets `git commit` run wants what checks
 * a commit to run, and without its own hooks git-lfs sends no files.
 */
export const GIT_VARIABLES_WITH_HOOKS: Readonly<Record<string, string>> = {
  ...GIT_VARIABLES,
  // One less of them counts, and that is the last.
  GIT_CONFIG_COUNT: String(Number(GIT_VARIABLES['GIT_CONFIG_COUNT']) - 1),
};

function overrideSettings(
  settings: readonly (readonly [key: string, value: string])[],
): Record<string, string> {
  const variables = settings.flatMap(([key, value], index): (readonly [string, string])[] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) };
}
