import { expect, it } from 'vitest';

import { gateCall, gateSettings, makeGateRoom } from './test-gate.ts';
import { rulesOf } from './test-user-rules.ts';

/** Whether a rule that refuses these words refuses a line, in the mode in which all else runs. */
async function isRefused(commands: readonly string[], command: string): Promise<boolean> {
  const settings = gateSettings('allow');
  const { gate } = makeGateRoom({
    settings,
    commands: { settings },
    answers: 'once',
    userRules: async () => rulesOf({ verdict: 'refuse', commands }),
  });
  const passed = await gate.pass(gateCall('shell', { command }));
  return !passed.allowed && passed.error.code === 'rule_refuses';
}

it.each([
  'git push',
  'git --no-pager push',
  'git -C . -c a.b=c push origin',
  '/usr/bin/git push',
  'env A=b git push',
  'sudo -u x git push',
  'command git push',
  'timeout -k 5 10 git push',
  'sudo -H env A=b nice -n 5 git -C x push',
  "bash -c 'cd x && env git push'",
  'sh -lc "git push"',
  "eval 'git push'",
  'echo origin | xargs -n 1 git push',
  String.raw`find . -execdir git push \;`,
  "watch 'git push'",
  "ssh host 'git push'",
  'poetry run git push',
  'docker compose exec web git push',
  '(git push) || ls',
])('N-11 G-06 a rule that refuses git push refuses %s', async (command) => {
  expect(await isRefused(['git push'], command)).toBe(true);
});

it.each([
  [['npm install'], 'npm i x'],
  [['npm i'], 'npm install x'],
  [['npm run'], 'npm run-script build'],
  [['npm publish'], 'npm --silent publish'],
  [['terraform destroy'], 'terraform -chdir=x destroy'],
  [['sudo'], 'env sudo ls'],
  [['rm'], 'find . | xargs -0 rm -f'],
  [['rm'], 'npx rm x'],
  [['./deploy.sh'], 'nohup ./deploy.sh'],
])('N-11 G-06 a rule that refuses %s refuses %s', async (commands, command) => {
  expect(await isRefused(commands, command)).toBe(true);
});

it.each([
  'git log push',
  'git --no-pager log push',
  "git commit -m 'git push'",
  "grep -rn 'git push' src",
  'echo git push',
  "find . -name 'git push'",
  "xargs grep 'git push'",
  'npm run push',
  'git push-all',
])('N-11 G-06 a rule that refuses git push lets %s be', async (command) => {
  expect(await isRefused(['git push'], command)).toBe(false);
});

it.each(['man rm', 'tar cf x rm', 'docker rm web', 'npm rm lodash', 'vim rm', 'find . -name rm'])(
  'N-11 G-06 a rule that refuses rm lets %s be',
  async (command) => {
    expect(await isRefused(['rm'], command)).toBe(false);
  },
);

it('N-11 G-06 a line that is made to be long is looked at in time', async () => {
  const words = Array.from({ length: 900 }, () => 'env -u').join(' ');
  expect(await isRefused(['git push'], `${words} ls`)).toBe(false);
});
