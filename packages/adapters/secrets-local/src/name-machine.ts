import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

const MACHINE_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];

/**
 * What this machine and user are called, as far as it can be known without starting a program: the id of the
 * machine where the system has one in a file (Linux), the kind of system elsewhere, and the user. It is no secret.
 */
export async function nameMachine(): Promise<string> {
  const { username, uid } = userInfo();
  return [process.platform, await machineId(), uid, username].join('\0');
}

async function machineId(): Promise<string> {
  for (const path of MACHINE_FILES) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.trim() !== '') return text.trim();
  }
  return '';
}
