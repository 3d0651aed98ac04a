/** One promise of a port. `check` answers null when it is kept, otherwise what went wrong. */
export interface SuiteCase<Port> {
  readonly title: string;
  /** `open` gives the port over the same state each time it is called, as another process would see it. */
  readonly check: (open: () => Port) => Promise<string | null>;
}

/** What is wrong with an adapter: the cases that are not kept, each tried over a state of its own. */
export async function failedCases<Port>(
  suite: readonly SuiteCase<Port>[],
  createState: () => () => Port,
): Promise<string[]> {
  const failed: string[] = [];
  for (const { title, check } of suite) {
    const wrong = await check(createState()).catch((error: unknown) => `threw ${String(error)}`);
    if (wrong !== null) failed.push(`${title}: ${wrong}`);
  }
  return failed;
}
