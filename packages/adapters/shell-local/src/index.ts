export { createCommandShell } from './create-command-shell.ts';
export { createLocalShell } from './create-local-shell.ts';
export { findRipgrep, findRipgrepIn } from './find-ripgrep.ts';
