/**
 * What may stand behind the words of a user's own pattern, for programs that can be made to run code by their words. Whatever it does not
 * name asks: such a pattern is as narrow as what is known of its program.
 */
export interface OwnRule {
  /** The options that are harmless, as in the tables of the programs that Rook comes with. */
  readonly flags: string;
  /** What an argument may look like that is no option. Paths are looked at beside that. */
  readonly operand: RegExp;
  /** What the first of them may look like, where the pattern does not hold it. */
  readonly first?: RegExp;
  /** More words that are harmless, as a whole. */
  readonly also?: RegExp;
  /** What the value of an option may be that is a pattern of names. */
  readonly pattern?: RegExp;
  /** Options are words behind one dash and are not put together. */
  readonly isSingleDash?: true;
  /** How many of its arguments may be no options, those in the pattern too. */
  readonly most?: number;
  /** Its arguments say what it does: `make deploy`, `kubectl delete`. */
  readonly doesOperands?: true;
  /** Behind two dashes stand files whose changes it throws away. */
  readonly isLossyBehindDashes?: true;
  /** Its input is data and never code. */
  readonly readsData?: true;
  /** It only looks, and writes no index either, so that it starts no hook. */
  readonly onlyLooks?: true;
}
