import { runCli } from './run-cli.ts';
import { createLazyStream } from './terminal/lazy-stream.ts';
import { createTerminal } from './terminal/terminal.ts';

const variables = new Map(
  Object.entries(process.env).flatMap(([name, text]): [string, string][] =>
    text === undefined ? [] : [[name, text]],
  ),
);

let outputFailed = false;
const failed = () => {
  outputFailed = true;
  process.exitCode ||= 1;
};
const terminal = createTerminal(
  createLazyStream(() => process.stdout, failed),
  createLazyStream(() => process.stderr, failed),
  variables,
);

const code = await runCli(process.argv.slice(2), terminal, {
  variables,
  currentFolder: currentFolder(),
  platform: `${process.platform}-${process.arch}`,
  nodeVersion: process.version,
});
process.exitCode = outputFailed && code === 0 ? 1 : code;

/** A folder that was deleted under the process has no name any more; its old one is then simply not there. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return variables.get('PWD') ?? '/';
  }
}
