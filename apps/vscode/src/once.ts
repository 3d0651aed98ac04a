/** What most calls do not need is loaded by the first that does. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return async () => {
    loaded ??= load();
    return loaded;
  };
}
