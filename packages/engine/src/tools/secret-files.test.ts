import { expect, it } from 'vitest';

import { looksSecret } from './secret-files.ts';

it.each([
  '.env',
  '.ENV',
  'app/.env.local',
  '.env.production',
  '.env-prod',
  'prod.env',
  '.envrc',
  'server.pem',
  'certs/Server.KEY',
  'id_rsa',
  'keys/id_ed25519.old',
  '.npmrc',
  '.netrc',
  '.pypirc',
  'credentials',
  'home/.aws/credentials',
  'home/.docker/config.json',
  'home/.ssh/work',
  'store.p12',
  'store.pfx',
  'vault.kdbx',
  'gcp-service-account.json',
  'my-service_account-key.json',
  'client_secret_123.json',
  'config/master.key',
  'secrets.yaml',
  'terraform.tfstate',
])('issue 6 §2 takes %s for a secret', (path) => {
  expect(looksSecret(path)).toBe(true);
});

it.each([
  '.env.example',
  '.env.sample',
  '.env.local.example',
  '.env.template',
  'src/env.ts',
  'environment.ts',
  'id_rsa.pub',
  'home/.ssh/known_hosts',
  'src/keyboard.key.ts',
  'monkey',
  'credentials.ts',
  'src/credentials/index.ts',
  'src/secret-files.ts',
  'secrets.example',
  'accounts.json',
  'package.json',
  '',
])('issue 6 §2 takes %s for no secret', (path) => {
  expect(looksSecret(path)).toBe(false);
});
