/** Adds what belongs to people rather than documents: images, shape libraries and themes. */
import type { Migration } from './migration.ts';

export const galleries: Migration = {
  name: 'galleries',
  statements: ({ text, integer, bytes, table, clustered, uncompressed }) => [
    `create table images (
      id ${text} primary key, owner_id ${text} not null references users (id), scope ${text} not null, hash ${text} not null,
      content_type ${text} not null, byte_size ${integer} not null, width ${integer} not null, height ${integer} not null,
      original_name ${text}, created_at ${integer} not null, deleted_at ${integer}
    ) ${table}`,
    'create unique index images_in_gallery on images (owner_id, hash, scope) where deleted_at is null',
    'create index images_deleted on images (deleted_at) where deleted_at is not null',
    'create index images_by_hash on images (hash)',
    `create table image_uses (
      image_id ${text} not null, document_id ${text} not null, at ${integer} not null, primary key (image_id, document_id)
    ) ${clustered}`,
    'create index image_uses_of_document on image_uses (document_id)',
    `create table blobs (hash ${text} primary key, at ${integer} not null) ${table}`,
    'create index blobs_by_age on blobs (at)',
    `create table blob_bytes (hash ${text} primary key, bytes ${bytes} not null) ${table}`,
    ...uncompressed('blob_bytes', 'bytes'),
    `create table shape_libraries (
      user_id ${text} not null references users (id), id ${text} not null, name ${text} not null, source ${text} not null,
      items ${text} not null, created_at ${integer} not null, updated_at ${integer} not null, primary key (user_id, id)
    ) ${table}`,
    `create table custom_themes (
      user_id ${text} not null references users (id), id ${text} not null, name ${text} not null, definition ${text} not null,
      created_at ${integer} not null, updated_at ${integer} not null, primary key (user_id, id)
    ) ${table}`,
  ],
};
