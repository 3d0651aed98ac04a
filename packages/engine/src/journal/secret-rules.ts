import { cloudRules } from './secret-rules-clouds.ts';
import { commandRules } from './secret-rules-commands.ts';
import { formRules } from './secret-rules-forms.ts';
import { headerRules } from './secret-rules-headers.ts';
import { modelRules } from './secret-rules-models.ts';
import { serviceRules } from './secret-rules-services.ts';
import type { SecretRule } from './secret-rules-shape.ts';

/** Every kind of secret that is known by its form. */
export const secretRules: readonly SecretRule[] = [
  ...modelRules,
  ...cloudRules,
  ...serviceRules,
  ...commandRules,
  ...headerRules,
  ...formRules,
];
