/** The workspace of the tour: a corner shop with a till that counts wrong. By path. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  'README.md': `# Corner shop

A till in a few lines. \`node --test\` runs its tests; one of them fails.
`,
  'package.json': `{
  "name": "corner-shop",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  'src/price.js': `/** What the goods in a basket cost. */
export function total(goods) {
  return goods.reduce((sum, { price, count }) => sum + price * count, 0);
}
`,
  'src/discount.js': `/** Every tenth customer pays a tenth less. */
export function discount(customer, amount) {
  return customer % 10 === 1 ? amount * 0.9 : amount;
}
`,
  'test/discount.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';

import { discount } from '../src/discount.js';

test('every tenth customer pays a tenth less', () => {
  assert.equal(discount(10, 50), 45);
});

test('the others pay all of it', () => {
  assert.equal(discount(11, 50), 50);
});
`,
  '.orchestration/active_intents.yaml': `active_intents:
  - id: INT-001
    name: A till that counts right
    status: PENDING
    owned_scope:
      - src/**
      - test/**
      - package.json
      - CHANGES.md
    constraints:
      - keep the names of the functions
    acceptance_criteria:
      - all tests pass
  - id: INT-002
    name: Vouchers
    status: PENDING
    owned_scope:
      - vouchers/**
`,
  // What a workspace names here is protected beside what always is.
  '.rook/settings.json': `{
  "edits.protected": ["package.json"]
}
`,
  '.rook/.gitignore': '*\n',
};
