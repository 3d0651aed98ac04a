import { checkBundles } from './check-bundles.ts';
import { checkCasts } from './check-casts.ts';
import { checkCycles } from './check-cycles.ts';
import { checkDoors } from './check-doors.ts';
import { checkEffects } from './check-effects.ts';
import { checkImports } from './check-imports.ts';
import { checkLinks } from './check-links.ts';
import { checkNames } from './check-names.ts';
import { checkProjects } from './check-projects.ts';
import { checkRanks } from './check-ranks.ts';
import { checkShapes } from './check-shapes.ts';
import { checkSizes } from './check-sizes.ts';
import { checkSyntax } from './check-syntax.ts';
import { checkTests } from './check-tests.ts';
import { checkTexts } from './check-texts.ts';
import { checkTooling } from './check-tooling.ts';
import type { Law } from './law.ts';

/** Every law of the repository. None has a list of excused files: a law's scope follows from its meaning. */
export const laws: readonly Law[] = [
  { name: 'syntax', check: checkSyntax },
  { name: 'names', check: checkNames },
  { name: 'sizes', check: checkSizes },
  { name: 'imports', check: checkImports },
  { name: 'ranks', check: checkRanks },
  { name: 'cycles', check: checkCycles },
  { name: 'doors', check: checkDoors },
  { name: 'effects', check: checkEffects },
  { name: 'casts', check: checkCasts },
  { name: 'shapes', check: checkShapes },
  { name: 'texts', check: checkTexts },
  { name: 'links', check: checkLinks },
  { name: 'bundles', check: checkBundles },
  { name: 'tests', check: checkTests },
  { name: 'projects', check: checkProjects },
  { name: 'tooling', check: checkTooling },
];
