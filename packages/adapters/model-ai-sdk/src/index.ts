export type { ModelConnection, ModelInterface, ModelProvider } from './connection.ts';
export { createModel, type ModelOptions } from './create-model.ts';
export { createSockets, type Sockets } from './sockets/create-sockets.ts';
