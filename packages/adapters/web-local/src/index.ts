export { createLocalWeb } from './create-local-web.ts';
