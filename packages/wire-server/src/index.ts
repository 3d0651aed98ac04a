export {
  startWireServer,
  type RawAnswer,
  type WireRequest,
  type WireServer,
  type WireServerOptions,
} from './start-wire-server.ts';
