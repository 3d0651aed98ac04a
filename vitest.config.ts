import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,apps,tools,bench,test}/**/*.test.{ts,tsx,mts}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    testTimeout: 30_000,
    maxWorkers: 2,
    env: { NO_COLOR: '1' },
  },
});
