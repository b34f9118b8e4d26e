/** images: verbs about a person's gallery of uploaded images. */
import Type from 'typebox';

import { limits } from '#schema/limits.ts';

import { verb } from './verb.ts';

export const uploadImage = verb({
  name: 'upload-image',
  summary: 'Upload an image (PNG, JPEG, WebP, GIF); an element {type: image, imageId, …} then places it on a tab.',
  input: Type.Object({
    data: Type.String({
      minLength: 1,
      maxLength: Math.ceil(limits.imageBytes / 3) * 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The bytes of the file in base64.',
    }),
    name: Type.Optional(Type.String({ maxLength: limits.fileNameCharacters, description: 'The name of the file.' })),
  }),
  effect: 'write',
  idempotent: true,
  async run({ data, name }, service) {
    const headers = {
      'Content-Type': 'application/octet-stream',
      ...(name !== undefined && { 'X-Image-Original-Name': encodeURIComponent(name) }),
    };
    return service.json('POST /images', { body: Buffer.from(data, 'base64'), headers });
  },
});

export const listImages = verb({
  name: 'list-images',
  summary: 'List your uploaded images, newest first.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: (_input, service) => service.json('GET /images'),
});
