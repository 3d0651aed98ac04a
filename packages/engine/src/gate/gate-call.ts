import type { TurnId } from '@rook/contract';

/** A call as it comes to the door. */
export interface GateCall {
  readonly turn: TurnId;
  readonly id: string;
  readonly name: string;
  /** Undefined when what the model wrote is no JSON. */
  readonly input: unknown;
  readonly repeats: number;
  /** A person chose to have exactly this done: their word is the yes, unless protected files are concerned. */
  readonly isOrdered?: boolean;
  /** Ends the waiting for an answer. */
  readonly signal?: AbortSignal;
}
