import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { countedFiles, FIVE, tell, tellStates, type FileState } from './five-files.ts';
import { recover } from './recover-files.ts';
import { bundleProgram, makeFolder, startProgram } from './run-program.ts';

function fill(root: string, states: readonly FileState[]): void {
  for (const { path, before } of states) {
    if (before === null) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), before);
  }
}

/** What is wrong after a process died and the next one has settled the set; null when all is in order. */
async function findHarm(root: string, saved: string | null): Promise<string | null> {
  const { recovered, kept } = await recover(root, FIVE);
  const told = tell(root);
  const isKept = kept.includes('mine');
  const isThere = saved !== null && told.includes(`${saved}=mine`);
  if (saved !== null && !isThere && !isKept) return `what was saved is lost: ${told.join(' ')}`;
  const others = (end: 'before' | 'after') =>
    JSON.stringify(told.filter((text) => !text.startsWith(`${saved}=`))) ===
    JSON.stringify(tellStates(FIVE, end).filter((text) => !text.startsWith(`${saved}=`)));
  const end = recovered?.outcome === 'finished' ? 'after' : 'before';
  if (!others(end) || (recovered?.outcome !== 'finished' && recovered?.outcome !== 'undone'))
    return `${recovered?.outcome ?? 'none'}: ${told.join(' ')}`;
  return null;
}

const ENDS = ['before', 'after'] as const;
const SCENES: readonly (readonly [string, readonly string[]])[] = [
  ['alone', []],
  ['while somebody writes into a file', ['take', 'src/b', 'into']],
  ['while somebody puts a new file in the place of another', ['take', 'from', 'replace']],
  ['while somebody takes a name that is to be made', ['place', 'to', 'replace']],
  ['while somebody saves over what was just written', ['check', 'a', 'replace']],
];

it.each(SCENES)(
  'E-25 killed before every step of a five-file set, %s, it is all before or all after, and nothing is lost',
  async (_scene, save) => {
    const program = bundleProgram('apply-and-die');
    const harms: string[] = [];
    let halves = 0;
    let steps = 0;
    let isDone = false;
    while (!isDone) {
      const first = steps + 1;
      steps += 4;
      // Four processes at a time; a step beyond the last one is no kill.
      const ends = await Promise.all(
        [0, 1, 2, 3].map(async (more) => {
          const root = makeFolder();
          fill(root, FIVE);
          const { signal, said } = await startProgram(program, [root, String(first + more), ...save]).end;
          const left = JSON.stringify(tell(root));
          if (ENDS.every((end) => left !== JSON.stringify(tellStates(FIVE, end)))) halves += 1;
          const isSaved = tell(root).some((text) => text.endsWith('=mine'));
          const harm = await findHarm(root, isSaved ? (save[1] ?? null) : null);
          if (harm !== null) harms.push(`step ${first + more} (${said.join()}): ${harm}`);
          return signal;
        }),
      );
      isDone = ends.includes(null);
      expect(steps).toBeLessThan(200);
    }
    expect(harms).toEqual([]);
    // The moments were well chosen: most deaths left something for the next start.
    expect(halves).toBeGreaterThan(12);
  },
  120_000,
);

const ACTS: readonly (readonly [string, string, 'delete' | 'save'])[] = [
  ['deletes the first file', 'a', 'delete'],
  ['deletes the last file that is changed', 'src/b', 'delete'],
  ['saves the first file', 'a', 'save'],
  ['saves the last file that is changed', 'src/b', 'save'],
  ['saves a file that is to be made', 'to', 'save'],
];

it.each(ACTS)(
  'E-25 E-27 killed before every step, then somebody %s: what they did stays or is said, and the rest is all before or all after',
  async (_title, path, act) => {
    const program = bundleProgram('apply-and-die');
    const harms: string[] = [];
    const dieAndAct = async (step: number): Promise<boolean> => {
      const root = makeFolder();
      fill(root, FIVE);
      const { signal } = await startProgram(program, [root, String(step)]).end;
      const wasThere = existsSync(join(root, path));
      if (act === 'delete') rmSync(join(root, path), { force: true });
      else {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        rmSync(join(root, path), { force: true });
        writeFileSync(join(root, path), 'mine');
      }
      const { recovered } = await recover(root, FIVE);
      const [told, said] = [tell(root), recovered?.message ?? ''];
      // A folder that they left empty is theirs.
      const others = told.filter((text) => !text.startsWith(`${path}=`) && text !== 'src/').join(' ');
      const isEnd = ENDS.some(
        (end) =>
          others ===
          tellStates(FIVE, end)
            .filter((text) => !text.startsWith(`${path}=`))
            .join(' '),
      );
      const now = told.find((text) => text.startsWith(`${path}=`));
      const isSaid =
        act === 'save'
          ? now === `${path}=mine`
          : now === undefined
            ? !wasThere || /since/u.test(said)
            : !wasThere || said.includes(`Put back, because it lay aside: ${path}`);
      if (!isEnd || !isSaid) harms.push(`step ${step}: ${recovered?.outcome} ${said} ${told.join(' ')}`);
      return signal === null;
    };
    for (let step = 1, isDone = false; !isDone; step += 4) {
      const ends = await Promise.all([0, 1, 2, 3].map(async (more) => dieAndAct(step + more)));
      isDone = ends.includes(true);
      expect(step).toBeLessThan(200);
    }
    expect(harms).toEqual([]);
  },
  120_000,
);

it('E-25 killed again while the next start recovers the set, at every step, it is still all before or all after', async () => {
  const [apply, again] = [bundleProgram('apply-and-die'), bundleProgram('recover-and-die')];
  const harms: string[] = [];
  const dieTwice = async (step: number): Promise<boolean> => {
    const root = makeFolder();
    fill(root, FIVE);
    // In the middle of the swaps.
    await startProgram(apply, [root, '19']).end;
    const { signal } = await startProgram(again, [root, String(step)]).end;
    const harm = await findHarm(root, null);
    if (harm !== null) harms.push(`step ${step}: ${harm}`);
    return signal === null;
  };
  for (let step = 1, isDone = false; !isDone; step += 4) {
    const ends = await Promise.all([0, 1, 2, 3].map(async (more) => dieTwice(step + more)));
    isDone = ends.includes(true);
    expect(step).toBeLessThan(100);
  }
  expect(harms).toEqual([]);
}, 120_000);

it('E-25 killed at random, a file is as before or as after, and the next set begins there', async () => {
  const program = bundleProgram('apply-until-killed');
  const lane = async (): Promise<readonly string[]> => {
    const root = makeFolder();
    let number = 0;
    fill(root, countedFiles(number));
    const outcomes: string[] = [];
    for (let kill = 0; kill < 20; kill += 1) {
      const running = startProgram(program, [root, String(number)]);
      await running.ready;
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, Math.random() * 30);
      await promise;
      running.child.kill('SIGKILL');
      const { said } = await running.end;
      const last = said.at(-1) ?? String(number);
      expect(last).toMatch(/^\d+$/u);
      const { recovered } = await recover(root, countedFiles(Number(last)));
      outcomes.push(recovered?.outcome ?? 'none');
      number = Number(last) + (recovered?.outcome === 'finished' ? 1 : 0);
      expect(tell(root)).toEqual(tellStates(countedFiles(number), 'before'));
    }
    return outcomes;
  };
  const outcomes = (await Promise.all([lane(), lane()])).flat();
  expect(outcomes).toHaveLength(40);
  expect(outcomes.filter((outcome) => outcome !== 'finished' && outcome !== 'undone')).toEqual([]);
}, 120_000);

it('E-25 has a check that catches a set of which half stays', async () => {
  const root = makeFolder();
  fill(root, FIVE);
  writeFileSync(join(root, 'a'), 'something else');
  writeFileSync(join(root, 'src/b'), 'new b');
  expect(await findHarm(root, null)).toMatch(/something else/u);
  expect(readFileSync(join(root, 'src/b'), 'utf8')).toBe('old b');
});
