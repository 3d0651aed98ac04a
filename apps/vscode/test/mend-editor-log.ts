import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What writes the logs and the output of an editor is a native module, which is not compiled here, and without it what extensions
 * print is seen nowhere. In its place comes one that writes the same lines into the same files.
 */
export function mendEditorLog(server: string): void {
  const folder = join(server, 'node_modules', '@vscode', 'spdlog');
  const file = join(folder, 'index.js');
  const isNative = existsSync(join(folder, 'build', 'Release', 'spdlog.node'));
  if (isNative || (existsSync(file) && readFileSync(file, 'utf8') === SOURCE)) return;
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `index-${process.pid}.js`);
  writeFileSync(draft, SOURCE);
  renameSync(draft, file);
}

const SOURCE = `'use strict';
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');
const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
class Logger {
  constructor(type, name, file) { this.file = file; this.level = 2; this.isPlain = false; }
  write(level, text) {
    if (level < this.level) return;
    const head = () => new Date().toISOString().replace('T', ' ').replace('Z', '') + ' [' + NAMES[level] + '] ';
    try { appendFileSync(this.file, this.isPlain ? text : head() + text + '\\n'); } catch {}
  }
  trace(text) { this.write(0, text); }
  debug(text) { this.write(1, text); }
  info(text) { this.write(2, text); }
  warn(text) { this.write(3, text); }
  error(text) { this.write(4, text); }
  critical(text) { this.write(5, text); }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() { this.isPlain = false; }
  clearFormatters() { this.isPlain = true; }
  flush() {}
  drop() {}
}
async function open(type, name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger(type, name, file);
}
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = (name, file) => open('rotating', name, file);
exports.createAsyncRotatingLogger = (name, file) => open('rotating_async', name, file);
`;
