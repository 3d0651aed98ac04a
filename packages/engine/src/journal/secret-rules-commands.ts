import { looksLikeAddressPassword, looksLikeSession } from './redact-judge.ts';
import type { SecretPlace, SecretRule } from './secret-rules-shape.ts';

/** Between the words of a command, in a line of a shell or in a list. */
const GAP = String.raw`["'\s,:[\\]`;
/** In a text, or in a text inside a text. */
const SPACE = String.raw`(?:\s|\\[nrt])`;

/** Passwords that commands are given, and the file that some of them read. */
export const commandRules: readonly SecretRule[] = [
  {
    id: 'command-password',
    anchors: ['curl'],
    command: true,
    pattern: /curl[^\n]{6,4000}/uy,
    inside: new RegExp(
      `((?<=${GAP})(?:(?:-u|-U|--user|--proxy-user)[="'\\s,\\\\]{0,8}[^\\s:"'\\\\,=-][^\\s:"'\\\\,=]{0,63}:` +
        `|(?:-b|--cookie)[="'\\s,\\\\]{0,8}[\\w.-]{1,64}=))[^\\s"'\\\\;]{4,200}`,
      'gu',
    ),
    accept: acceptForCurl,
    caught: [
      'curl -u admin:{alnum:14} https://x.test',
      "curl -s -u 'bob:{alnum:9}' https://x.test",
      'curl --user=bob:{alnum:12} https://x.test',
      'curl -ubob:{alnum:12} https://x.test',
      '["curl","-s","-u","bob:{alnum:12}"]',
      "curl https://x.test -b 'sid={alnum:24}'",
    ],
    passed: [
      'curl -u user:password https://x.test',
      'sort -u file:name',
      'curl -u $USER:$PASS https://x.test',
      'curl -u "$USER:${PASS}" https://x.test',
      'curl -u bob https://x.test:8080/path',
      'curl -b cookies.txt -c cookies.txt https://x.test/a=b',
      'curl --user-agent "a:bcdefgh" https://x.test',
    ],
  },
  {
    id: 'mysql-password',
    anchors: ['mysql', 'mariadb'],
    command: true,
    pattern: new RegExp(`(?:mysql|mariadb)[a-z_-]{0,16}(?=${GAP})[^\\n]{4,4000}`, 'uy'),
    inside: new RegExp(`((?<=${GAP})-p\\\\{0,3}["']?)[^\\s"'\\\\,]{3,200}`, 'gu'),
    accept: acceptForDatabase,
    caught: [
      'mysql -u root -p{alnum:12} shop',
      "mysqldump -p'{alnum:12}' --all-databases",
      'mariadb -h db -uroot -p{alnum:9}',
      '["mysql","-u","root","-p{alnum:12}"]',
      'mysql -u root -phunter shop',
    ],
    passed: [
      'mysql -p',
      'mysql -u root -p shop2026',
      'mysql -u root -p$PASSWORD shop',
      'docker run --name mysql -p3306:3306 -d mysql',
      'gcc -o mysql -pthread -pipe main.c',
      'find /var/lib/mysql -print0',
      'mysql -u root -ppassword',
      'mkdir -p /var/lib/mysql2',
      'mysql -u user --port=3306 --protocol=tcp',
    ],
  },
  {
    id: 'sshpass-password',
    anchors: ['sshpass'],
    command: true,
    pattern: new RegExp(
      `(sshpass(?:${GAP}{1,12}(?:-v|args|argv|arguments|parameters))?${GAP}{1,12}-p${GAP}{0,8})[^\\s"'\\\\,]{3,200}`,
      'uy',
    ),
    accept: (password) => !password.startsWith('-') && looksLikeAddressPassword(password, ''),
    caught: [
      'sshpass -p {alnum:12} ssh host',
      'sshpass -p{alnum:9} ssh host',
      "sshpass -v -p '{alnum:12}' scp a b",
      '["sshpass","-p","{alnum:12}"]',
      'sshpass -p hunter ssh host',
    ],
    passed: [
      'sshpass -e ssh -p 2222 host',
      'sshpass -p "$PASSWORD" ssh host',
      'sshpass -p <password> ssh host',
      'sshpass -f file ssh -p 2222 host',
      'apt-get install -y sshpass',
    ],
  },
  {
    id: 'netrc-password',
    anchors: ['machine ', 'default login'],
    pattern: new RegExp(
      `((?:machine${SPACE}{1,4}[^\\s\\\\"']{1,253}|default)${SPACE}{1,32}` +
        `(?:(?:login|account)${SPACE}{1,4}[^\\s\\\\"']{1,128}${SPACE}{1,32}){0,2}password${SPACE}{1,4})[^\\s\\\\"']{3,256}`,
      'uy',
    ),
    accept: acceptForMachine,
    caught: [
      'machine api.test login bob password {alnum:12}',
      'machine api.test\n  login bob\n  password {alnum:20}',
      'machine api.test\\n  login bob\\n  password {alnum:20}\\n',
      'machine git.internal password hunter login bob',
      'default login anonymous password {alnum:12}',
    ],
    passed: [
      'machine api.test login bob',
      'the machine will login and password protect the file',
      'machine api.test login bob password <password>',
      'machine api.test login bob password $TOKEN',
      'the default password is long',
      'default password policy',
    ],
  },
];

function acceptForCurl(secret: string, { kept }: SecretPlace): boolean {
  if (kept.endsWith('=')) return looksLikeSession(secret, true);
  return looksLikeAddressPassword(secret, /[^\s"',=\\]+(?=:$)/u.exec(kept)?.[0] ?? '');
}

/** `-p` starts other words too; only small letters are a password where a user or a host is named. */
function acceptForDatabase(secret: string, { before }: SecretPlace): boolean {
  if (OTHER_OPTION.test(secret) || !looksLikeAddressPassword(secret, '')) return false;
  return /[^a-z-]/u.test(secret) || /[\s"']-(?:u(?!ser)|h(?!ome)|-user|-host)/u.test(before);
}

const OTHER_OPTION =
  /^(?:assword|ort|rotocol|rint|rogress|arallel|thread|ipe|edantic|ath|erm|rune|lugin|refix|ackage|rofile)|^[\d:./-]+$|^[a-z-]+=/u;

/** Prose may have the same words; a host has a dot or a digit, and a password more than small letters. */
function acceptForMachine(secret: string, { kept }: SecretPlace): boolean {
  if (!looksLikeAddressPassword(secret, '')) return false;
  return (
    /[^a-z]/u.test(secret.replace(/[.,;:!?]$/u, '')) || /^machine\s{1,4}\S{0,200}[\w-][.:\d][\w-]/u.test(kept)
  );
}
