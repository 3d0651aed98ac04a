import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,apps,tools,bench,test}/**/*.test.{ts,tsx,mts}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    testTimeout: 30_000,
    // A second is not enough where others work on the machine too.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    env: { NO_COLOR: '1' },
  },
});
