import type { ProgramRule } from './command-policy.ts';

/** Programs that look at files and folders, and that make, copy or move them. */
export const fileRules: readonly ProgramRule[] = [
  {
    tokens: 'ls',
    flags: `-a -A -l -h -t -r -R -S -1 -d -F -i -s -p -G -g -n -o -c -u -x -C -m -q -Q -N -b -k -v -U -X -B -f -w=number
      -I=pattern --all --almost-all --human-readable --recursive --reverse --sort=text --time=text --time-style=text
      --color? --group-directories-first --full-time --format=text --size --directory --inode --classify? --hide=pattern
      --ignore=pattern --width=number --block-size=text --si --version --help`,
    operands: 'reads',
    endsOptions: true,
    isReadOnly: true,
    takesAnyGlob: true,
    examples: {
      allow: [
        'ls',
        'ls -la',
        'ls -lah src',
        'ls *.ts',
        'ls src/*.ts',
        'ls --color=never -t',
        'ls -lS --block-size=M',
      ],
      ask: ['ls /etc', 'ls ..', 'ls ~', 'ls $HOME', 'lsof', 'ls -l /', 'ls --unknown'],
    },
  },
  {
    tokens: 'pwd',
    flags: '-L -P',
    operands: 'none',
    isReadOnly: true,
    examples: { allow: ['pwd', 'pwd -P'], ask: ['pwd x', 'pwd -x'] },
  },
  {
    tokens: 'cat',
    flags: `-n -b -A -e -E -s -t -T -v -u --number --number-nonblank --show-all --show-ends --squeeze-blank --show-tabs
      --version --help`,
    operands: 'reads',
    endsOptions: true,
    isReadOnly: true,
    takesAnyGlob: true,
    examples: {
      allow: ['cat package.json', 'cat -n src/a.ts', 'cat a b'],
      ask: ['cat /etc/passwd', 'cat ../x', 'cat .env', 'cat ~/.ssh/id_rsa', 'cat a > /tmp/x'],
    },
  },
  {
    tokens: 'head',
    flags:
      '-# -n=number -c=number -q -v --lines=number --bytes=number --quiet --silent --verbose --version --help',
    operands: 'reads',
    endsOptions: true,
    isReadOnly: true,
    takesAnyGlob: true,
    examples: {
      allow: ['head -5 a', 'head -n 20 a.txt', 'head -c100 a'],
      ask: ['head /etc/shadow', 'head -x a'],
    },
  },
  {
    tokens: 'tail',
    flags:
      '-# -n=number -c=number -q -v --lines=number --bytes=number --quiet --silent --verbose --version --help',
    operands: 'reads',
    endsOptions: true,
    isReadOnly: true,
    examples: {
      allow: ['tail -5 a', 'tail -n +20 a.txt', 'tail --lines=3 a'],
      ask: ['tail -f log', 'tail /var/log/syslog', 'tail --pid=1 a', 'tail --follow=name a'],
    },
  },
  {
    tokens: 'grep',
    aliases: ['egrep', 'fgrep'],
    flags: `-# -i -v -w -x -c -l -L -n -o -q -s -h -H -r -R -E -F -G -P -a -I -b -T -U -z -Z -y -e=text -f=read -m=number
      -A=number -B=number -C=number --include=pattern --exclude=pattern --exclude-dir=pattern
      --exclude-from=read --color? --colour? --regexp=text --file=read --max-count=number --after-context=number
      --before-context=number --context=number --ignore-case --no-ignore-case --invert-match --word-regexp
      --line-regexp --count --files-with-matches --files-without-match --line-number --only-matching --quiet --silent
      --no-messages --no-filename --with-filename --recursive --dereference-recursive --extended-regexp --fixed-strings
      --basic-regexp --perl-regexp --text --binary-files=text --line-buffered --null --null-data --byte-offset
      --initial-tab --label=text --version --help`,
    operands: 'searches',
    takesDashes: true,
    endsOptions: true,
    isReadOnly: true,
    takesAnyGlob: true,
    examples: {
      allow: [
        'grep foo a',
        'grep -rn "x y" src',
        "grep -E 'a|b' -A3 a.txt",
        'grep -r --include="*.ts" foo .',
        'grep -c x *.md',
        "egrep -rn 'a|b' src",
        'fgrep -F x a',
      ],
      ask: [
        'grep root /etc/passwd',
        'grep -f /etc/passwd a',
        'grep -r x ..',
        'grep "$(id)" a',
        'grep KEY .env',
        'grep -d recurse x src',
        'grep -e *.ts a',
        'egrep KEY .env',
        'fgrep -f /etc/passwd a',
      ],
    },
  },
  {
    tokens: 'find',
    flags: `-H -L -P -name=pattern -iname=pattern -path=pattern -ipath=pattern -wholename=pattern -iwholename=pattern -regex=pattern -iregex=pattern
      -regextype=name -type=name -xtype=name -size=text -mtime=text -mmin=text -atime=text -amin=text -ctime=text -cmin=text
      -newer=read -anewer=read -cnewer=read -newermt=date -newerat=date -newerct=date -samefile=read -maxdepth=number -mindepth=number -perm=permissions -user=name
      -group=name -uid=text -gid=text -links=text -inum=text -fstype=name -empty -not -a -o -and -or -print -print0 -ls
      -prune -readable -writable -executable -mount -xdev -depth -daystart -quit -true -false -nouser -nogroup -follow
      -printf=text -noleaf -version --version --help`,
    operands: 'walks',
    isSingleDash: true,
    takesDashes: true,
    isReadOnly: true,
    examples: {
      allow: [
        'find . -name "*.ts"',
        'find src -type f -mtime -7',
        String.raw`find . \( -name a -o -name b \) -prune -o -print`,
        "find . -not -path './node_modules/*' ! -name x",
        'find . -perm /111 -newermt 2024-01-01',
        'find src -perm -u+x -o -perm 644',
      ],
      ask: [
        'find . -delete',
        String.raw`find . -exec rm {} \;`,
        'find . -execdir sh {} +',
        String.raw`find . -ok rm {} \;`,
        'find . -fprint x',
        'find . -fprintf x %p',
        'find . -fls x',
        'find / -name x',
        'find .. -name x',
        'find . -name *',
        'find . -files0-from x',
        'find . -perm /etc/passwd',
        'find . -newermt /etc/passwd',
        'find . -newer /etc/passwd',
        String.raw`find -- . -exec rm {} \;`,
        'find . -- -fprint x',
      ],
    },
  },
  {
    tokens: 'echo',
    flags: '',
    operands: 'text',
    isReadOnly: true,
    writesContent: true,
    examples: {
      allow: ['echo', 'echo hello', "echo 'a b' -n x", 'echo -e "a\\tb"', 'echo done > out.txt'],
      ask: [
        'echo $HOME',
        'echo `id`',
        'echo "$(id)"',
        'echo x > /etc/x',
        'echo x >> ~/.bashrc',
        'echo *',
        'echo x > .env',
      ],
    },
  },
  {
    tokens: 'mkdir',
    flags: '-p -v -m=text --parents --verbose --mode=text',
    operands: 'writes',
    endsOptions: true,
    examples: {
      allow: ['mkdir a', 'mkdir -p src/a/b src/c', 'mkdir -m 755 x'],
      ask: ['mkdir /tmp/x', 'mkdir ../x', 'mkdir .git/hooks', 'mkdir -Z x', 'mkdir {a,b}'],
    },
  },
  {
    tokens: 'touch',
    flags: '-a -c -m -d=text -t=text -r=read --no-create --date=text --reference=read',
    operands: 'writes',
    endsOptions: true,
    examples: {
      allow: ['touch a.txt', 'touch -c a b', "touch -d '2 days ago' a"],
      ask: ['touch /etc/x', 'touch .env', 'touch ~/x'],
    },
  },
  {
    tokens: 'cp',
    flags: `-r -R -a -p -f -n -v -u -i -P -T -t=write --recursive --archive --force --no-clobber --verbose --update? --interactive
      --target-directory=write --no-target-directory`,
    operands: 'copies',
    endsOptions: true,
    writesContent: true,
    examples: {
      allow: [
        'cp a b',
        'cp -r src dist',
        'cp -t out a b',
        'cp src/*.ts out',
        'cp ./*.ts out',
        'cp -- *.ts out',
      ],
      ask: [
        'cp a /etc/x',
        'cp /etc/passwd .',
        'cp a .git/hooks/pre-commit',
        'cp a ~/.bashrc',
        'cp * out',
        'cp -s a b',
        'cp -t /tmp a',
        'cp *.ts out',
        'cp -rL a b',
        'cp --parents a/b out',
        'cp .env x',
      ],
    },
  },
  {
    tokens: 'mv',
    flags: `-f -n -v -u -i -T -t=write --force --no-clobber --verbose --update? --interactive --target-directory=write
      --no-target-directory`,
    operands: 'moves',
    endsOptions: true,
    writesContent: true,
    examples: {
      allow: ['mv a b', 'mv -n src/a.ts src/b.ts', 'mv src/*.js lib', 'mv ./*.log logs'],
      ask: [
        'mv a /tmp',
        'mv ../x .',
        'mv a .git/config',
        'mv .env b',
        'mv * out',
        'mv *.log logs',
        'mv -t/tmp a',
      ],
    },
  },
];
