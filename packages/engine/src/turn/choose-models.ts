import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { ConnectedModel } from '../models/choose-model.ts';

export type Models = readonly [ConnectedModel, ...ConnectedModel[]];

/** Images go to a model that sees: the wanted one, or else the one for vision. */
export function chooseModels(
  { models, visionModel }: { readonly models: Models; readonly visionModel?: ConnectedModel },
  hasImages: boolean,
): Result<Models> {
  if (!hasImages || models[0].model.abilities.vision) return succeed(models);
  if (visionModel?.model.abilities.vision === true) return succeed([visionModel]);
  const sentence = `${models[0].model.name} does not see images; name one that does with \`rook settings set model.vision MODEL\`, or send the message without them.`;
  return fail(rookError('no_model', sentence));
}
