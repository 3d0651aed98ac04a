import { allSettings } from '@rook/contract';

import type { CommandPolicy } from './command-policy.ts';

const builtIn = allSettings['commands.allow'].default;

/** The policy of a workspace with the settings that Rook comes with, and with what tests add. */
export function testPolicy(more: readonly string[] = [], others: Partial<CommandPolicy> = {}): CommandPolicy {
  return {
    allow: [...builtIn, ...more],
    builtIn,
    root: '/ada/work',
    cwd: '',
    isProtected: (path) =>
      /(?:^|\/)(?:\.git|\.husky|\.rook|\.vscode)\/|(?:^|\/)(?:\.(?:env|npmrc)|(?:AGENTS|CLAUDE)\.md$)/u.test(
        path,
      ),
    isSecret: (path) => /(?:^|\/)(?:\.env|\.npmrc|id_rsa)|\.(?:pem|key)$/iu.test(path),
    ...others,
  };
}
