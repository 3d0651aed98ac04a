import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';
import { resolveImport } from './resolve-import.ts';

/** No file imports itself by any way round; imports of types count, because a reader follows them too. */
export function checkCycles(repository: Repository): Violation[] {
  const graph = readGraph(repository);
  const found: Violation[] = [];
  const reported = new Set<string>();
  for (const path of graph.keys()) {
    if (reported.has(path)) continue;
    const cycle = findShortestCycle(graph, path);
    if (cycle === undefined) continue;
    for (const member of findMutual(graph, path)) reported.add(member);
    const line = graph.get(path)?.get(cycle[1] ?? path) ?? 1;
    const message = `These files import each other: ${cycle.join(' → ')}; move what they share into a file below both.`;
    found.push({ law: 'cycles', path, line, message });
  }
  return found;
}

/** Path → imported path → line of that import. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, number>>;

function readGraph(repository: Repository): Graph {
  const graph = new Map<string, Map<string, number>>();
  for (const source of repository.sources) {
    const targets = new Map<string, number>();
    for (const { specifier, start } of source.imports) {
      const target = resolveImport(repository, source.path, specifier);
      if (target !== undefined && !targets.has(target)) targets.set(target, source.lineAt(start));
    }
    graph.set(source.path, targets);
  }
  return graph;
}

function findShortestCycle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const target of graph.get(path)?.keys() ?? []) {
      if (target === start) return [...traceBack(cameFrom, start, path), start];
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return undefined;
}

function traceBack(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const trace = [end];
  for (let at: string | undefined = end; at !== undefined && at !== start;) {
    at = cameFrom.get(at);
    if (at !== undefined) trace.unshift(at);
  }
  return trace;
}

/** Every file that can reach the start and be reached from it: one knot is reported once. */
function findMutual(graph: Graph, start: string): string[] {
  return [...findReachable(graph, start)].filter((path) => findReachable(graph, path).has(start));
}

function findReachable(graph: Graph, start: string): Set<string> {
  const seen = new Set([start]);
  for (const path of seen) {
    for (const target of graph.get(path)?.keys() ?? []) seen.add(target);
  }
  return seen;
}
