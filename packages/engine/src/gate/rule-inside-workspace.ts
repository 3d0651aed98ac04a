import { PASS, type Rule } from './rule.ts';

/** Every path, after all links, lies inside the workspace. */
export const insideWorkspace: Rule = {
  name: 'inside-workspace',
  judge: ({ targets }) => {
    for (const { named, located } of targets)
      if (!located.ok) return { kind: 'refuse', error: located.error, path: named };
    return PASS;
  },
};
