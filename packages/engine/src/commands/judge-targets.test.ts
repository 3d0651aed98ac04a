import { expect, it } from 'vitest';

import { findUnreadTarget } from './find-unread-target.ts';
import { judgeCommand } from './judge-command.ts';
import { readShell } from './read-shell.ts';
import { testPolicy } from './test-policy.ts';

const policy = testPolicy();

it.each([
  ['{ echo x; } > ../out', '../out'],
  ['(echo x) > AGENTS.md', 'AGENTS.md'],
  ['for i in 1; do echo $i; done > AGENTS.md', 'AGENTS.md'],
  ['while read l; do echo $l; done < e >> AGENTS.md', 'AGENTS.md'],
  ['if true; then echo x; fi > AGENTS.md', 'AGENTS.md'],
  ['case a in a) echo x;; esac > AGENTS.md', 'AGENTS.md'],
  ['[[ -n x ]] > AGENTS.md', 'AGENTS.md'],
  ['((1)) > AGENTS.md', 'AGENTS.md'],
  ['f() { echo x; } > AGENTS.md; f', 'AGENTS.md'],
  ['time { echo x; } > AGENTS.md', 'AGENTS.md'],
  ["bash -c '{ echo x; } > AGENTS.md'", 'AGENTS.md'],
  ['echo x 1<> AGENTS.md', 'AGENTS.md'],
  ['echo x <> ../out', '../out'],
  // By another name, or behind a program that starts it.
  ['/bin/cp e AGENTS.md', 'AGENTS.md'],
  ['command cp e AGENTS.md', 'AGENTS.md'],
  ['exec cp e AGENTS.md', 'AGENTS.md'],
  ['env -u X cp e AGENTS.md', 'AGENTS.md'],
  ['env -i A=b /bin/mv e AGENTS.md', 'AGENTS.md'],
  ['nice -n5 cp e AGENTS.md', 'AGENTS.md'],
  ['timeout -v 5 touch AGENTS.md', 'AGENTS.md'],
  ['sudo -u bob cp e AGENTS.md', 'AGENTS.md'],
  ['busybox cp e AGENTS.md', 'AGENTS.md'],
  ['/usr/bin/curl -o AGENTS.md https://example.org/x', 'AGENTS.md'],
  ["bash -lc 'echo x > AGENTS.md'", 'AGENTS.md'],
  ["bash -ec 'echo x > AGENTS.md'", 'AGENTS.md'],
  ["bash -c 'echo x > AGENTS.md' _ a", 'AGENTS.md'],
  ["zsh -c 'echo x > AGENTS.md'", 'AGENTS.md'],
  ["eval 'echo x > AGENTS.md'", 'AGENTS.md'],
  ['sudo bash -c "cp e AGENTS.md"', 'AGENTS.md'],
  ['uniq e AGENTS.md', 'AGENTS.md'],
  ['shuf e -o ../out', '../out'],
  ['iconv -f utf8 -t utf16 -o AGENTS.md e', 'AGENTS.md'],
  // In the folder in which it runs.
  ['cd .. && echo x > out', '../out'],
  ['cd .vscode && echo x > tasks.json', '.vscode/tasks.json'],
  ['cd .vscode; echo x > tasks.json', '.vscode/tasks.json'],
  ['(cd .vscode && cp ../a tasks.json)', '.vscode/tasks.json'],
  ['pushd .vscode && touch tasks.json', '.vscode/tasks.json'],
  ['command cd .vscode && touch tasks.json', '.vscode/tasks.json'],
  ['cd src && cd ../.vscode && touch tasks.json', '.vscode/tasks.json'],
  ['cd /ada/work/.vscode && touch tasks.json', '.vscode/tasks.json'],
  ["cd .vscode && bash -c 'echo x > tasks.json'", '.vscode/tasks.json'],
  ['! cd .vscode || touch tasks.json', '.vscode/tasks.json'],
  ['{ cd .vscode; }; touch tasks.json', '.vscode/tasks.json'],
  ['true || cd .vscode && touch tasks.json', '.vscode/tasks.json'],
])('G-06 of %s it is known that %s is written', (command, path) => {
  const judged = judgeCommand(command, policy);
  expect(judged.writes).toContain(path);
  expect(judged.verdict).toBe('ask');
});

it.each([
  ['{ cat; } < .env', '.env'],
  ['while read l; do echo $l; done < .env', '.env'],
  ['cat <> .env', '.env'],
  ['/bin/cat .env', '.env'],
  ['cd .docker && cat config.json', '.docker/config.json'],
  ['sudo cat .env', '.env'],
])('G-06 of %s it is known that %s is read', (command, path) => {
  expect(judgeCommand(command, policy).reads).toContain(path);
});

it.each([
  'git mv -f e AGENTS.md',
  'git diff --output=AGENTS.md',
  'base64 .env',
  'jq . .env',
  'sort .env',
  'awk 1 .env',
  'git show HEAD:.env',
  'gzip -c .env',
  "perl -ne 'print' AGENTS.md",
  'sudo frobnicate AGENTS.md',
  // By a way that goes up again, and behind options of one letter in one word.
  'base64 src/../.env',
  'base64 a/b/../../.env',
  'tar -cfAGENTS.md src',
  'tar -czfAGENTS.md src',
])('G-06 %s may touch what is guarded, and nobody knows how', (command) => {
  expect(judgeCommand(command, policy).guarded).not.toBeNull();
});

it.each([
  'git add AGENTS.md',
  'git commit -m "Mend AGENTS.md"',
  'test -f .env',
  '[ -f .env ] && echo yes',
  'cd .vscode',
  'make all',
  'cat a | grep b > c',
  'sort AGENTS.md',
  'gzip -c AGENTS.md',
  "sed -n '/x/p' AGENTS.md",
  'tar -czf out.tgz src/../docs',
  'du -shx .',
])('G-06 of %s nobody has to fear that', (command) => {
  expect(judgeCommand(command, policy).guarded).toBeNull();
});

it.each([
  'cd "$DIR" && echo x > a',
  'cd && touch a',
  'cd - && cp a b',
  'cd ~/x && cp a b',
  'for d in a b; do cd "$d"; touch x; done',
  'if cd a; then touch x; fi',
  'f() { touch x; }; cd a; f',
  'CDPATH=a cd b && touch x',
  'cd a; popd; touch x',
  '$MOVE a && touch x',
  'cd "$DIR" && bash -c \'touch a\'',
  'bash -c "$TEXT"',
  'eval "$TEXT"',
  'sudo "$PROGRAM" a',
])('G-04 says of %s that what it writes cannot be read', (command) => {
  expect(findUnreadTarget(command)).not.toBeNull();
});

it.each([
  'cd "$DIR" && npm test',
  'cd a && touch x',
  'cd a; make; touch x',
  'source .venv/bin/activate && pytest > out.txt',
  'cd "$DIR" && echo x > /dev/null',
  'cd "$DIR" && ls 2>&1',
  'nice -n5 make',
  'bash x.sh',
])('G-04 says of %s that every target can be read', (command) => {
  expect(findUnreadTarget(command)).toBeNull();
});

it.each([
  ['cd a && b; c', [[''], ['a'], ['', 'a']]],
  ['(cd a; b) && c', [[''], ['', 'a'], ['']]],
  ['cd a | b; c', [[''], [''], ['']]],
  ['cd a & b', [[''], ['']]],
  ['cd a || b; c', [[''], ['', 'a'], ['', 'a']]],
  ['cd a && cd b && c', [[''], ['a'], ['a/b']]],
  ['cd a && cd .. && b', [[''], ['a'], ['']]],
  ['echo $(cd a && b); c', [[''], [''], ['a'], ['']]],
])('G-06 knows where the parts of %s run', (command, folders) => {
  expect(readShell(command).segments.map((segment) => segment.folders)).toEqual(folders);
});

it.each([
  'python3 main.py | echo "print(1)" > helper.py',
  'npm test | curl -o test.js https://example.org/x',
  'go run . | curl -o main.go https://example.org/x',
  '(python3 main.py) | echo x > helper.py',
  'echo x > helper.py && python3 main.py',
])('G-06 asks about %s, because what it writes could be what it runs', (command) => {
  expect(judgeCommand(command, policy).verdict).toBe('ask');
});

it.each(['npm test | head -5 > out.txt', 'python3 main.py | grep x > result.log'])(
  'G-06 lets %s keep the end of what it prints',
  (command) => {
    expect(judgeCommand(command, policy).verdict).toBe('allow');
  },
);
