import { messageIdSchema, type MessageId } from '@rook/contract';

const BASE = 36;

/** Made where a person sends, so that what is sent again is known to be the same. */
export function makeMessageId(): MessageId {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return messageIdSchema.parse(`msg-${Date.now()}-${random.toString(BASE)}`);
}
