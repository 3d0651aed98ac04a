export { startServer } from './start-server.ts';
export type { KeyMemory, RunningServer, ServerOptions } from './server-options.ts';
