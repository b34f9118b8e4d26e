/** upload_image: bringing a picture to place it on a tab. */
import { uploadImage as verb } from '#clients/verbs/images.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const uploadImage = tool({
  name: 'upload_image',
  title: 'Upload an image',
  description: `${verb.summary} The same bytes again answer the image that there is.`,
  input: input(verb.input.properties),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run(asked, { service }) {
    const { image, deduped } = await verb.run(asked, service);
    const { id, contentType, width, height, byteSize } = image;
    return { text: `${id} ${contentType} ${width}x${height}, ${byteSize} bytes${deduped ? ' · was there already' : ''}` };
  },
});
