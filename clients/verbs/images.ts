/** Verbs for a person's uploaded images. */
import Type from 'typebox';

import { table } from '#clients/text/table.ts';
import type { ImageInfo } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';

import { type Verb, verb } from './verb.ts';

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
  command: {
    usage: 'image put <file>',
    summary: 'upload an image, and print its id',
    examples: ['atelier -q image put chart.png'],
    input: async ({ file = '' }, { bytes, nameOf }) => ({
      data: Buffer.from(await bytes(file)).toString('base64'),
      name: nameOf(file),
    }),
    id: ({ image }) => image.id,
    text: ({ image }) => table([row(image)]),
  },
  tool: {
    name: 'upload_image',
    title: 'Upload an image',
    description: 'Upload a PNG, JPEG, WebP or GIF. Then add an element: {"type":"image","imageId":"img_…"}.',
    args: {
      data: 'Base64.',
    },
    answer({ image, deduped }) {
      const { id, contentType, width, height, byteSize } = image;
      return { text: `${id} ${contentType} ${width}x${height}, ${byteSize} bytes${deduped ? ' · was there already' : ''}` };
    },
  },
});

export const listImages = verb({
  name: 'list-images',
  summary: 'List your uploaded images, newest first.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: (_input, service) => service.json('GET /images'),
  command: {
    usage: 'image ls',
    summary: 'list your uploads, newest first',
    id: ({ images }) => images.map(({ id }) => id).join('\n'),
    text: ({ images }) => table(images.map(row)),
  },
});

export const imageVerbs: readonly Verb[] = [uploadImage, listImages];

const row = ({ id, contentType, width, height, byteSize, originalName }: ImageInfo): string[] => [
  id,
  contentType,
  `${width}x${height}`,
  `${byteSize} bytes`,
  originalName ?? '',
];
