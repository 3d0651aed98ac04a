/** What a path says about a file's purpose. Laws take their scope from these, never from lists of files. */
export function isTest(path: string): boolean {
  return /\.test\.[cm]?[jt]sx?$/u.test(path) || path.split('/').slice(0, -1).includes('test');
}

export function isFixture(path: string): boolean {
  return path.split('/').slice(0, -1).includes('fixtures');
}

/** CommonJS files are code too, so that the laws see them and refuse what they do. */
export function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/u.test(path);
}

export function isText(path: string): boolean {
  return !BINARY_FORMATS.test(path);
}

/** A package's shipped code, as against its tests, its launchers and its build settings. */
export function isShipped(path: string): boolean {
  return /^(?:packages|apps)\/(?:.+\/)?src\//u.test(path) && !isTest(path);
}

const BINARY_FORMATS =
  /\.(?:png|jpe?g|gif|webp|ico|icns|pdf|woff2?|ttf|otf|zip|gz|tgz|zst|sqlite|wasm|mp3|mp4|webm|vsix)$/iu;
