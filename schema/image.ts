/** Uploaded raster images in the API, and the accepted types. */
import Type, { type Static } from 'typebox';

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof imageTypes)[number];

export const isImageType = (text: string): text is ImageType => (imageTypes as readonly string[]).includes(text);

/** Width and height are pixels after the image's own orientation is applied. */
export const ImageInfo = Type.Object({
  id: Type.String(),
  contentType: Type.Enum([...imageTypes]),
  byteSize: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  originalName: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.Integer(),
});
export type ImageInfo = Static<typeof ImageInfo>;

/** The caller's documents that use each image, by image id. */
export const ImageUsage = Type.Record(Type.String(), Type.Array(Type.Object({ id: Type.String(), name: Type.String() })));
export type ImageUsage = Static<typeof ImageUsage>;
