/** How far one request has come; whoever sends it writes it down here. */
export interface Journey {
  /**
   * `here`: nothing has left this machine. `sent`: the line was open, so the request may have arrived. `refused`: the
   * other side said no with a status. `answering`: it said yes, whether or not anything of the answer came after that.
   */
  phase: 'here' | 'sent' | 'refused' | 'answering';
  /** More bytes than these are no answer. */
  readonly mostBytes: number;
}

/** Around each token there stands a frame of up to some hundreds of bytes. */
const BYTES_PER_TOKEN = 1024;
const BYTES_BESIDES = 33_554_432;

export function startJourney(maxOutputTokens: number): Journey {
  return { phase: 'here', mostBytes: BYTES_BESIDES + BYTES_PER_TOKEN * maxOutputTokens };
}

/** Statuses of somebody who gave up waiting: an answer may have been written all the same. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 504, 524]);

/** Whether the provider may have worked on the request. */
export function mayHaveCost({ phase }: Journey, status: number | undefined): boolean {
  if (phase === 'refused') return status !== undefined && GAVE_UP.has(status);
  return phase !== 'here';
}
