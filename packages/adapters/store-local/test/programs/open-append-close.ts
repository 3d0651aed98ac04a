import { appendAndSay, openSession, pause, say, tag, turn } from './program-room.ts';

const ROUNDS = 6;

/** Opens, appends and closes again and again; waits when another one has the session. */
for (let round = 0; round < ROUNDS;) {
  const opened = await openSession('looping');
  if (!opened.ok) {
    if (opened.error.code !== 'session_in_use') say(`unexpected: ${opened.error.message}`);
    await pause(5 + Math.random() * 20);
    continue;
  }
  const journal = opened.value;
  const written = await appendAndSay(journal, [tag(round + 1), turn(round + 1, 2000)]);
  const closed = await journal.close();
  if (!written || !closed.ok) say('unexpected: a write failed');
  round += 1;
}
