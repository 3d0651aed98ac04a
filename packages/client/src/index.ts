export { answerCall, createDirectClient, withoutThrow } from './create-direct-client.ts';
export { createHttpClient, type HttpClientOptions } from './create-http-client.ts';
export { createPortClient, type PortClientOptions } from './create-port-client.ts';
export type { Healing } from './follow-healing.ts';
export { CALL_HEADER, KEY_HEADER } from './http-way.ts';
export type { MessageWay } from './port-message.ts';
export { servePort, type ServePortOptions } from './serve-port.ts';
export type { Sleep } from './sleep.ts';
export { takeKey, type KeyStorage, type TakeKeyOptions } from './take-key.ts';
