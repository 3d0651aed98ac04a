import { medianOf } from './measurement.ts';

const ROUNDS = 7;
/** Rounds that warm up and do not count. */
const WARM_ROUNDS = 3;

/** Median processor time of each task in microseconds; they take turns, as the machine's moods do. */
export async function medianWork(tasks: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[][] = tasks.map(() => []);
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    for (const [index, task] of tasks.entries()) {
      const before = process.cpuUsage();
      await task();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times[index]?.push(user + system);
    }
  }
  return times.map(medianOf);
}
