import { expect, it } from 'vitest';

import { findGitProgram } from './find-git-programs.ts';

const LOOKS = { onlyLooks: true };
const MORE = { onlyLooks: false };

const PLAIN = `[core]
\trepositoryformatversion = 0
\tbare = false ; a note
[remote "origin"]
\turl = https://example.org/a.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
\tremote = origin
\tmerge = refs/heads/main
# a note
[user] name = Someone
[diff]
\talgorithm = histogram
[core]
\thooksPath = .husky/_
\teditor = vim
\tfsmonitor = true
\tsparseCheckout = true
[maintenance]
\tauto = false
\tstrategy = incremental
[extensions]
\tworktreeConfig = true
[lfs]
\trepositoryformatversion = 0
[lfs "https://example.org/a.git/info/lfs"]
\taccess = basic
\tlocksverify = true
[credential]
\tuseHttpPath = true
\thelper = store
[credential "https://example.org"]
\tusername = someone
\thelper =
[gc]
\tauto = 0
[init]
\tdefaultBranch = main
[alias]
\tlg = log --oneline
`;

it('G-06 finds nothing in the settings of an ordinary repository', () => {
  expect(findGitProgram(PLAIN, MORE)).toBeNull();
  expect(findGitProgram('', MORE)).toBeNull();
  expect(findGitProgram(PLAIN.replaceAll('\n', '\r\n'), MORE)).toBeNull();
});

it.each([
  ['[diff "foo"]\n\ttextconv = x', 'diff textconv'],
  ['[DIFF "foo"] Command = x', 'diff command'],
  ['[diff]\n\texternal = x', 'diff external'],
  ['[filter "bar"]\n\tclean = x', 'filter clean'],
  ['[include]\n\tpath = x', 'include path'],
  ['[includeIf "gitdir:x"]\n\tpath = x', 'includeif path'],
  ['[core]\n\tfsmonitor = x', 'core fsmonitor'],
  ['[core]\n\tfsmonitor = true x', 'core fsmonitor'],
  ['[core]\n\tfsmonitor = "true\\\\nx"', 'core fsmonitor'],
  ['[core]\n\tattributesFile = x', 'core attributesfile'],
  ['[remote "o"]\n\tpromisor = true', 'remote promisor'],
  ['[remote "o"]\n\tuploadpack = x', 'remote uploadpack'],
  ['[extensions]\n\tpartialClone = o', 'extensions partialclone'],
  ['[merge "x"]\n\tdriver = x', 'merge driver'],
  ['[diff.foo]\n\ttextconv = x', 'diff.foo textconv'],
  ['[core]\n\tbare = \\\nfalse\n\tsshCommand = x', 'bare = \\'],
  ['[alias]\n# nothing \\\n[diff "x"]\n\ttextconv = x', '# nothing \\'],
  ['[alias]\n; nothing \\\r\n[diff "x"]\n\ttextconv = x', '; nothing \\'],
  ['[alias]\n\ta = b\\\\\n[diff "x"]\n\ttextconv = x', String.raw`a = b\\`],
  ['[alias] # \\\n[diff "x"]\n\ttextconv = x', String.raw`[alias] # \\`.slice(0, -1)],
  ['[lfs "extension.x"]\n\tclean = ./x %f', 'lfs clean'],
  ['[lfs "extension.x"] smudge = ./x %f', 'lfs smudge'],
  ['[lfs "customtransfer.x"]\n\tpath = ./x', 'lfs path'],
  ['[lfs]\n\tstandaloneTransferAgent = x', 'lfs standalonetransferagent'],
  ['[diff]\n\tsubmodule = diff', 'diff submodule'],
  ['[a] [diff "x"] textconv = x', '[diff "x"] textconv = x'],
  ['[constructor]\n\ta = x', 'constructor a'],
  ['[toString]\n\tname = x', 'tostring name'],
  ['[__proto__]\n\ta = x', '[__proto__]'],
  ['textconv = x', 'textconv = x'],
  ['[core]\n\t"odd" = x', '"odd" = x'],
])('G-06 finds what may start a program in %j', (text, found) => {
  expect(findGitProgram(`${PLAIN}${text}\n`.replace(`${PLAIN}textconv`, 'textconv'), LOOKS)).toBe(found);
});

it.each([
  ['[credential]\n\thelper = !sh x', 'credential helper'],
  ['[credential]\n\thelper', 'credential helper'],
  ['[credential]\n\tHelper=/tmp/x', 'credential helper'],
  ['[credential] helper = "store"', 'credential helper'],
  ['[credential]\n\thelper = store; sh x', 'credential helper'],
  ['[credential]\n\thelper = cache --timeout=$(x)', 'credential helper'],
  ['[credential "https://example.org"]\n\thelper = !sh x', 'credential helper'],
  ['[gc]\n\trecentObjectsHook = sh x', 'gc recentobjectshook'],
  ['[init]\n\ttemplateDir = x', 'init templatedir'],
  ['[alias]\n\tlg = !sh x', 'alias lg'],
  ['[alias]\n\tlg = "!sh x"', 'alias lg'],
])('G-06 finds in %j what starts a program where git does more than look', (text, found) => {
  expect(findGitProgram(`${PLAIN}${text}\n`, MORE)).toBe(found);
  expect(findGitProgram(`${PLAIN}${text}\n`, LOOKS)).toBeNull();
});
