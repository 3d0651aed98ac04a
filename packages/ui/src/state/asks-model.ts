import type { Command, LiveState } from '@rook/contract';

/** Whether a command has a model begin something, so that it has to say which. What a turn that runs is told goes to the model that it has. */
export function asksModel(command: Command, live: LiveState | null): boolean {
  switch (command.type) {
    case 'message_send':
      return command.steer !== true || (live?.running ?? null) === null;
    case 'message_begin':
    case 'batch_run':
      return true;
    case 'approval_answer':
      // Where nobody holds the session, its turn is taken up again.
      return live?.isHeld !== true;
    default:
      return false;
  }
}
