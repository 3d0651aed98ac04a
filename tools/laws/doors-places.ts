/** Where each danger may be touched, as predicates over a package's folder. */
export function isShell(folder: string): boolean {
  return folder.startsWith('packages/adapters/shell-');
}

export function writesFiles(folder: string): boolean {
  return /^packages\/adapters\/(?:workspace|store|secrets)-/u.test(folder);
}

export function keepsSecrets(folder: string): boolean {
  return folder.startsWith('packages/adapters/secrets-');
}

export function opensDatabases(folder: string): boolean {
  return /^packages\/adapters\/(?:store|knowledge|queue)-/u.test(folder);
}

export function opensSockets(folder: string): boolean {
  return (
    folder.startsWith('packages/adapters/') || folder === 'apps/server' || folder === 'packages/wire-server'
  );
}

export function callsNetwork(folder: string): boolean {
  return opensSockets(folder) || folder === 'packages/client';
}

/** The other rooms run in a browser too, or get from above what they need to know of the machine. */
export function knowsNode(folder: string): boolean {
  return folder.startsWith('packages/adapters/') || folder.startsWith('apps/');
}
