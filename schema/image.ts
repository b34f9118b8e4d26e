/** image: an uploaded raster image as the interface shows it, and the types that are taken. */
import Type, { type Static } from 'typebox';

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof imageTypes)[number];

export const isImageType = (text: string): text is ImageType => (imageTypes as readonly string[]).includes(text);

/** Sizes are pixels as they are shown: turned as the picture's own orientation says. */
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

/** By image id: the documents of the caller that use it. */
export const ImageUsage = Type.Record(Type.String(), Type.Array(Type.Object({ id: Type.String(), name: Type.String() })));
export type ImageUsage = Static<typeof ImageUsage>;
