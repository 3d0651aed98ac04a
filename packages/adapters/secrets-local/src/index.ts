export { openLocalSecrets, type LocalSecretsSetup } from './open-local-secrets.ts';
