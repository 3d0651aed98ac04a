/** Functions that load a module past the import statement, under any object that carries them. */
export const LOADERS: ReadonlySet<string> = new Set([
  'require',
  'createRequire',
  'getBuiltinModule',
  'dlopen',
  '_linkedBinding',
  'setEngine',
  'loadExtension',
  'enableLoadExtension',
]);

export function explainLoader(name: string): string {
  return `${name} loads a module where no law sees it; write a static import.`;
}
