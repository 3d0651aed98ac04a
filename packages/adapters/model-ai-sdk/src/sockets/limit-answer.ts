/** More came than an answer can have; whoever sends it is not heard any longer. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** Counts what comes; gives a failure as soon as it is too much. */
export type AnswerLimit = (chunk: Buffer) => AnswerTooLarge | null;

const MOST_OF_ONE_EVENT = 8_388_608;

/** Limits the whole answer and each event in it, because an event is kept in memory until its end has come. */
export function createAnswerLimit(mostBytes: number): AnswerLimit {
  let all = 0;
  let ofEvent = 0;
  let tail = '';
  return (chunk) => {
    all += chunk.length;
    const seam = tail + chunk.subarray(0, 2).toString('latin1');
    const end = findLastEnd(chunk);
    if (end !== -1) ofEvent = chunk.length - end;
    else if (BLANK.test(seam)) ofEvent = chunk.length;
    else ofEvent += chunk.length;
    tail = (tail + chunk.subarray(-2).toString('latin1')).slice(-2);
    if (all > mostBytes) return new AnswerTooLarge(`The answer has more than ${mostBytes} bytes.`);
    if (ofEvent <= MOST_OF_ONE_EVENT) return null;
    return new AnswerTooLarge(`One event has more than ${MOST_OF_ONE_EVENT} bytes.`);
  };
}

const BLANK = /\n\r?\n/u;

function findLastEnd(chunk: Buffer): number {
  return Math.max(chunk.lastIndexOf('\n\n'), chunk.lastIndexOf('\n\r\n'));
}
