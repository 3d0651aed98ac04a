export { createCommandShell } from './create-command-shell.ts';
export { createLocalShell } from './create-local-shell.ts';
export { findRipgrep } from './find-ripgrep.ts';
