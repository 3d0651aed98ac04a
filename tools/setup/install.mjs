// Installs what package-lock.json names if it is not there, so that each script of package.json works as a single
// command on a fresh clone. Runs on Node 20 and uses no dependency.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
// What npm says about the Node that started it is not about the one that Rook brings along.
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const root = fileURLToPath(new URL('../..', import.meta.url));

const missing = firstMissing();
if (missing !== undefined && !install(missing)) {
  stop('Installing failed (see above); check the network and run the same command again.');
} else if (!hasRuntime()) {
  stop(
    `Rook needs Node ${NEEDED_MAJOR} or later, this is ${process.version}, and none could be installed for ${process.platform}-${process.arch}; install it from https://nodejs.org and run the same command again.`,
  );
}

/**
 * Answers whether it went well.
 * @param {string} reason
 */
function install(reason) {
  process.stderr.write(`Installing (${reason}); this happens once and takes about a minute …\n`);
  const npm = process.env['npm_execpath'];
  const [command, words] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const { status } = spawnSync(command, [...words, 'ci', ...QUIET], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: npm === undefined && process.platform === 'win32',
  });
  return status === 0;
}

/**
 * Why an installation is needed, or undefined when everything that is locked is there in its version. What npm
 * noted about an installation does not count alone: folders may have been deleted since.
 * @returns {string | undefined}
 */
function firstMissing() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (installed.size === 0) return 'nothing is installed yet';
  for (const [path, locked] of wanted) {
    const unlinked = [...entries(locked.get('bin')).keys()].find(
      (bin) => !path.includes('node_modules/') && !hasBin(bin),
    );
    if (unlinked !== undefined) return `${unlinked} is not linked`;
    if (!path.includes('node_modules/')) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const found = installed.get(path);
    if (locked.get('link') === true) {
      if (!existsSync(join(root, path))) return `${name} is not linked`;
    } else if (found === undefined) {
      if (locked.get('optional') !== true) return `${name} is missing`;
    } else if (found.get('version') !== locked.get('version')) {
      return `${name} changed`;
    } else if (!existsSync(join(root, path, 'package.json'))) {
      return `${name} is missing`;
    }
  }
  return undefined;
}

/**
 * @param {string} file
 * @returns {Map<string, Map<string, unknown>>} what a lock file says of each path; empty without one
 */
function readPackages(file) {
  try {
    const packages = entries(entries(JSON.parse(readFileSync(file, 'utf8'))).get('packages'));
    return new Map([...packages].map(([path, locked]) => [path, entries(locked)]));
  } catch {
    return new Map();
  }
}

/**
 * @param {unknown} value
 * @returns {Map<string, unknown>}
 */
function entries(value) {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

/** Whether the scripts that follow find a new enough Node: npm puts the installed one first. */
function hasRuntime() {
  return Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR || hasBin('node');
}

/** @param {string} name */
function hasBin(name) {
  return existsSync(join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name));
}

/** @param {string} sentence */
function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
