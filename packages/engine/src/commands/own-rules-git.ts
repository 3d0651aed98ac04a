import type { OwnRule } from './own-rule.ts';
import { GIT_DIFF_FLAGS, gitRules } from './rules-git.ts';

/** Revisions and paths; none that adds force or deletes (`+main`, `:main`), none with another protocol (`ext::`). */
const PLACE = /^(?!-.|[+:])(?!.*::)(?!.*:\/\/)[^\s$`;|&<>]*$/u;
/** The same, and pathspecs with their signs. */
const PATHSPEC = /^(?:(?!-.|\+)(?!.*::)(?!.*:\/\/)[^$`;|&<>]*)$/u;
/** A revision: what ends like a file, a folder or a pattern of them would be put back as it was. */
const REVISION = /^(?!-.|[+:.])(?!.*(?:::|:\/\/|[*?[\\]|\/$))(?!.*\.[A-Za-z]\w*$)[^\s$`;|&<>]*$/u;
/** Files one by one, not all that there are. */
const SINGLE_FILE = /^(?!-.|[+:])(?!\.{0,2}\/?$)(?!.*(?:::|:\/\/|[*?[\\]|\/$))[^$`;|&<>]*$/u;
/** A repository that is no plain name may be a folder whose hooks run, and so may the first of these words. */
const REMOTE = /^(?![-+:])(?!\.)(?!.*::)(?!.*:\/\/)[\w][\w./:^~@-]*$/u;
const REMOTE_NAME = /^\w[\w-]*$/u;
const TEXT = /^[^-]/u;

const TIMES = '--since=text --until=text --after=text --before=text';
const COMMITS = `${TIMES} --max-count=number --skip=number --all --author=text --grep=text --no-merges --merges --first-parent
  --reverse --oneline --abbrev-commit --date=text --format?format --pretty?format --decorate? --no-decorate`;
const GOING_ON = '--abort --continue --skip --quit';
const TRANSFER =
  '-q -v --quiet --verbose --all --tags -t --prune -p --dry-run --progress --no-progress -4 -6';

/**
 * Subcommands of git that people put on their lists, with what is harmless behind them. What is missing starts programs (`rebase -x`,
 * `--upload-pack`, `-s` of `merge`, signatures), throws work away, or changes what is elsewhere by force.
 */
export const gitOwnRules: Readonly<Record<string, OwnRule>> = {
  // Those that Rook comes with, where git is named by its path.
  ...Object.fromEntries(
    gitRules.map(({ tokens, flags }) => [tokens.replace('git ', ''), { flags, operand: PATHSPEC }] as const),
  ),
  add: { flags: '-A --all -u --update -n --dry-run -v --verbose -N --intent-to-add', operand: PATHSPEC },
  mv: { flags: '-k -n -v --dry-run --verbose', operand: PATHSPEC },
  commit: {
    flags: `-m=text --message=text -a --all -q --quiet -v --verbose --amend --no-edit --allow-empty -s --signoff --date=text --author=text
      --dry-run --fixup=text --squash=text -F=read --file=read --no-gpg-sign`,
    operand: PATHSPEC,
  },
  push: {
    flags:
      '-u --set-upstream -q -v --quiet --verbose --tags --follow-tags --dry-run -n --progress --no-progress --atomic',
    operand: REMOTE,
    first: REMOTE_NAME,
  },
  fetch: {
    flags: `${TRANSFER} --depth=number --no-tags --unshallow --prune-tags`,
    operand: REMOTE,
    first: REMOTE_NAME,
  },
  pull: {
    flags: `${TRANSFER} --depth=number --ff-only --ff --no-ff --rebase? -r --no-rebase --no-edit --autostash --no-tags`,
    operand: REMOTE,
    first: REMOTE_NAME,
  },
  'ls-remote': {
    flags: '--heads --tags --refs -q --quiet --symref --exit-code',
    operand: REMOTE,
    first: REMOTE_NAME,
  },
  checkout: {
    flags: '-b=text -q --quiet -t --track? --no-track --detach --guess --no-guess --orphan=text',
    operand: REVISION,
    most: 1,
    isLossyBehindDashes: true,
  },
  switch: {
    flags:
      '-c=text --create=text -q --quiet -t --track? --no-track -d --detach --guess --no-guess --orphan=text',
    operand: REVISION,
    isLossyBehindDashes: true,
  },
  restore: {
    flags: '-s=text --source=text -S --staged -q --quiet',
    operand: SINGLE_FILE,
    isLossyBehindDashes: true,
  },
  // With `--merge` what is staged is thrown away.
  reset: { flags: '--soft --mixed --keep -q --quiet -N', operand: PATHSPEC },
  merge: {
    flags: `--no-ff --ff-only --ff --squash --no-commit --commit ${GOING_ON} -m=text -q -v --quiet --verbose --no-edit --stat -n --no-stat`,
    operand: PLACE,
  },
  rebase: {
    flags: `${GOING_ON} -q -v --quiet --verbose --onto=text --autostash --no-autostash --autosquash --no-autosquash --root --keep-base
      --fork-point --no-fork-point`,
    operand: PLACE,
  },
  'cherry-pick': {
    flags: `${GOING_ON} -n --no-commit -x --no-edit -m=number --mainline=number -s --signoff --ff --allow-empty`,
    operand: PLACE,
  },
  revert: {
    flags: `${GOING_ON} -n --no-commit --no-edit -m=number --mainline=number -s --signoff`,
    operand: PLACE,
  },
  stash: {
    flags:
      '-u --include-untracked -a --all -m=text --message=text -q --quiet --index -k --keep-index --no-keep-index -p --stat -S --staged',
    // What they throw away nobody can name afterwards.
    operand: /^(?!(?:clear|drop)$)(?:(?!-.|\+)(?!.*::)(?!.*:\/\/)[^$`;|&<>]*)$/u,
  },
  tag: {
    flags:
      '-a -m=text --message=text -l --list -n?number -i --contains? --merged? --no-merged? --sort=format --points-at=text --format=format',
    operand: /^(?![-+:])[\w./*?-]+$/u,
  },
  show: { flags: `${GIT_DIFF_FLAGS} ${COMMITS} -n=number`, operand: PATHSPEC, onlyLooks: true },
  blame: {
    flags: `${TIMES} -L=lines -w -e -l -s -t -p -f -n -c -M -C --date=text --line-porcelain --porcelain --show-email --root`,
    operand: PATHSPEC,
    onlyLooks: true,
  },
  shortlog: {
    flags: `${COMMITS} -s -n -e -c --summary --numbered --email`,
    operand: PATHSPEC,
    onlyLooks: true,
  },
  describe: {
    flags:
      '--tags --all --always --long --abbrev? --dirty? --contains --match=text --exclude=text --first-parent --exact-match',
    operand: PLACE,
  },
  'rev-parse': {
    flags: `--short? --abbrev-ref? --show-toplevel --show-prefix --show-cdup --git-dir --is-inside-work-tree --verify -q --quiet --all
      --branches? --tags? --symbolic-full-name --symbolic`,
    operand: PLACE,
    onlyLooks: true,
  },
  'rev-list': {
    flags: `${COMMITS} -n=number --count --left-right --tags? --branches?`,
    operand: PATHSPEC,
    onlyLooks: true,
  },
  'merge-base': { flags: '-a --all --is-ancestor --fork-point --octopus', operand: PLACE, onlyLooks: true },
  'show-ref': {
    flags: '--head --heads --tags -d -s --hash? --verify -q --quiet',
    operand: PLACE,
    onlyLooks: true,
  },
  'ls-files': {
    flags: `-c -d -m -o -s -u -z -t -v -i --cached --deleted --modified --others --exclude-standard --stage --full-name --error-unmatch --ignored
      --directory --no-empty-directory --unmerged`,
    operand: PATHSPEC,
    onlyLooks: true,
  },
  'ls-tree': {
    flags: '-r -t -d -l -z --name-only --name-status --full-tree --full-name --long',
    operand: PATHSPEC,
    onlyLooks: true,
  },
  'cat-file': { flags: '-p -t -s -e', operand: PLACE, onlyLooks: true },
  grep: {
    flags: `-n -i -l -L -c -w -v -h -H -E -F -G -P -o -q -W -p -e=text -f=read -A=number -B=number -C=number -m=number --count --ignore-case --line-number
      --name-only --files-with-matches --files-without-match --heading --break --cached --and --or --not --all-match --function-context --color? --no-color
      --max-depth=number --max-count=number --threads=number --word-regexp --extended-regexp --fixed-strings --perl-regexp --only-matching
      --invert-match --quiet --show-function --column --full-name`,
    operand: TEXT,
    onlyLooks: true,
  },
  remote: {
    flags: '-v --verbose',
    operand: /^(?!(?:add|set-url|rename|remove|rm|set-head|set-branches)$)[\w][\w./-]*$/u,
  },
  worktree: {
    flags: '-b=text -d --detach --porcelain -v -q --quiet',
    operand: /^(?!(?:remove|prune)$)[\w][\w./-]*$/u,
  },
  init: { flags: '-q --quiet -b=text --initial-branch=text', operand: PLACE },
  bisect: { flags: '', operand: /^(?!run$)[\w][\w./^~@-]*$/u },
};
