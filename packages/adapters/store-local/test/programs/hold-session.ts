import { openSession, pause, say, sayReady, tag } from './program-room.ts';

/** Takes the session and keeps it until it is killed, or says why it cannot have it. */
const opened = await openSession('holder');
if (opened.ok) {
  const appended = await opened.value.append([tag(1)], { durable: true });
  say(JSON.stringify({ held: appended.ok, pid: process.pid }));
  sayReady();
  for (;;) await pause(1000);
}
say(JSON.stringify({ held: false, pid: process.pid, error: opened.error }));
