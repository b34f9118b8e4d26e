/** Uploaded raster images in the API, and the accepted types. */
import Type, { type Static } from 'typebox';

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof imageTypes)[number];

export const isImageType = (text: string): text is ImageType => (imageTypes as readonly string[]).includes(text);

/** Width and height are pixels after the image's own orientation is applied. */
export const ImageInfo = Type.Object(
  {
    id: Type.String({ description: 'Id of the image, by its content.' }),
    contentType: Type.Enum([...imageTypes], { description: 'The type of its bytes.' }),
    byteSize: Type.Integer({ description: 'The size of the file.' }),
    width: Type.Integer({ description: 'Pixels, as the image is shown.' }),
    height: Type.Integer({ description: 'Pixels, as the image is shown.' }),
    originalName: Type.Union([Type.String(), Type.Null()], { description: 'The name of the file; null if none was given.' }),
    createdAt: Type.Integer({ description: 'When it was uploaded, in milliseconds since the Unix epoch.' }),
  },
  { description: 'An uploaded image.' },
);
export type ImageInfo = Static<typeof ImageInfo>;

/** The caller's documents that use each image, by image id. */
export const ImageUsage = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object({
      id: Type.String({ description: 'Id of the document.' }),
      name: Type.String({ description: 'The name of the document.' }),
    }),
  ),
  { description: 'Image id → the documents that use it.' },
);
export type ImageUsage = Static<typeof ImageUsage>;

export const ImageQuery = Type.Object(
  { document: Type.Optional(Type.String({ maxLength: 64, description: 'Id of a document that uses the image.' })) },
  { additionalProperties: false },
);
