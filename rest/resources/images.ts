/** Calls that upload images, list the gallery and read the bytes of an image. */
import Type from 'typebox';

import { ImageInfo, imageTypes } from '#schema/image.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';

import { uploadClaims } from '../upload-claims.ts';
import { resource, route } from '../route.ts';

const pixels = Type.Integer({ minimum: 1 });
const name = Type.String({ maxLength: 9 * limits.fileNameCharacters });

export const gallery = resource('Images', [
  route('uploadImage', {
    access: 'signed-in',
    summary: 'Upload an image',
    description:
      'Type and size are read from the bytes; the headers are optional and must agree with them. Uploading the same bytes again answers the existing image, with `deduped` true.',
    raw: { media: [...imageTypes, 'image/jpg'], bytes: limits.imageBytes, tooLarge: 'file_too_large', code: 'unsupported_type' },
    headers: [
      { name: 'X-Image-Width', description: 'In pixels.', schema: pixels },
      { name: 'X-Image-Height', description: 'In pixels.', schema: pixels },
      { name: 'X-Image-Original-Name', description: 'The name of the file; percent-encoded UTF-8 is decoded.', schema: name },
    ],
    replies: {
      200: { description: 'The existing image.', json: Type.Object({ image: ImageInfo, deduped: Type.Literal(true) }) },
      201: { description: 'The new image.', json: Type.Object({ image: ImageInfo, deduped: Type.Literal(false) }) },
    },
    refuses: ['image_mismatch', 'image_too_many_pixels', 'gallery_full', 'token_read_only'],
    async handle({ call, body, header }, app) {
      const claims = uploadClaims(header);
      return isProblem(claims) ? claims : app.images.upload(call, body, claims);
    },
    answer: (uploaded) => ({
      status: uploaded.deduped ? 200 : 201,
      json: uploaded,
      ...(!uploaded.deduped && { location: `/images/${uploaded.image.id}` }),
    }),
  }),
  route('listImages', {
    access: 'signed-in',
    summary: 'List your uploads',
    description: 'Newest first. A token that is limited to documents sees none.',
    replies: { 200: { description: 'The gallery.' } },
    refuses: [],
    handle: ({ call }, app) => app.images.list(call),
  }),
]);

export const galleryUsage = resource('Images', [
  route('imageUsage', {
    access: 'signed-in',
    summary: 'List the documents that use your uploads',
    description: 'All images of the gallery, each with those of your documents that use it.',
    replies: { 200: { description: 'By image id.' } },
    refuses: [],
    handle: ({ call }, app) => app.images.usage(call),
  }),
]);

export const image = resource('Images', [
  route('readImage', {
    access: 'anyone',
    inChats: true,
    summary: 'Read an image',
    description:
      'For the owner, and for anyone who can read a document that uses it. `document` names that document; guests must give it.',
    guestOfQuery: true,
    replies: {
      200: { description: 'The bytes as they were uploaded.', bytes: [...imageTypes], isFile: true },
      304: { description: 'The ETag is unchanged.' },
    },
    refuses: [],
    handle: ({ call, params, query }, app) => app.images.read(call, params.image, query.document),
    answer: ({ image: { contentType, originalName }, hash, bytes }) => ({
      status: 200,
      file: { media: contentType, data: bytes, tag: hash, name: originalName },
    }),
  }),
  route('deleteImage', {
    access: 'signed-in',
    summary: 'Remove an image from your gallery',
    description: 'Documents that use it keep it.',
    replies: { 204: { description: 'It is no longer in the gallery.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.images.remove(call, params.image),
  }),
]);
