/** What happens next while changes are applied: the moments at which a process can die or somebody can interfere. */
export type ApplyStep =
  | 'compare'
  | 'stage'
  | 'permit'
  | 'room'
  | 'take'
  | 'place'
  | 'give'
  | 'check'
  | 'sync'
  | 'clean'
  | 'undo'
  | 'put_back'
  | 'mend';

/** Called before each step, for tests that kill or interfere right there. */
export type ApplyWatch = (step: ApplyStep, path: string) => void;
