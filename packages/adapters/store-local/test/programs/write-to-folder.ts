import { openSession, say, tag } from './program-room.ts';

/** Tries to write to the session once and tells what came of it. */
const opened = await openSession('plain user');
if (opened.ok) {
  const appended = await opened.value.append([tag(1)]);
  const closed = await opened.value.close();
  say(JSON.stringify({ opened: true, appended: appended.ok, closed: closed.ok, ...opened.value.state() }));
} else {
  say(JSON.stringify({ opened: false, code: opened.error.code, message: opened.error.message }));
}
