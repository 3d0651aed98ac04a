import { homedir } from 'node:os';

import { runCli } from './run-cli.ts';
import { createTerminal } from './terminal/terminal.ts';

/** A reader that has seen enough closes the pipe; that ends the output, not with an error. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 1;
  });
}

const variables = new Map(
  Object.entries(process.env).flatMap(([name, text]): [string, string][] =>
    text === undefined ? [] : [[name, text]],
  ),
);

process.exitCode = await runCli(
  process.argv.slice(2),
  createTerminal(process.stdout, process.stderr, variables),
  {
    variables,
    currentFolder: currentFolder(),
    userHome: homedir(),
    platform: `${process.platform}-${process.arch}`,
    nodeVersion: process.version,
  },
);

/** A folder that was deleted under the process has no name any more; its old one is then simply not there. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return variables.get('PWD') ?? '/';
  }
}
