import { appendAndSay, openSession, say, turn } from './program-room.ts';

/** Writes entry after entry although the file cannot grow, and tells what the journal says about itself. */
const opened = await openSession('limited');
if (opened.ok) {
  const journal = opened.value;
  for (let number = 1; number <= 40; number += 1)
    await appendAndSay(journal, [turn(number, 200), turn(number, 100)]);
  const appended = await journal.append([]);
  say(JSON.stringify({ ...journal.state(), failed: appended.ok ? '' : appended.error.code }));
  const closed = await journal.close();
  if (!closed.ok) process.exitCode = 1;
} else {
  say(JSON.stringify({ failed: opened.error.code }));
  process.exitCode = 1;
}
