/** image: `image …`: a person's uploaded images. */
import { basename } from 'node:path';

import type { Command } from 'commander';

import type { ImageInfo } from '#schema/image.ts';

import { readBytes } from '../input-file.ts';
import { table } from '#clients/text/table.ts';
import type { Open } from './command.ts';

export function addImage(program: Command, open: Open): void {
  const image = program.command('image').summary('images: upload, list');

  image
    .command('put <file>')
    .summary('upload an image, and print its id')
    .addHelpText('after', '\nExample:\n  atelier -q image put chart.png')
    .action(async (file: string, _options, command) => {
      const { uploadImage } = await import('#clients/verbs/images.ts');
      const session = open(command);
      const bytes = await readBytes(file);
      const uploaded = await uploadImage.run({ data: bytes.toString('base64'), name: basename(file) }, await session.service());
      session.show({ json: uploaded, id: uploaded.image.id, text: () => table([row(uploaded.image)]) });
    });

  image
    .command('ls')
    .summary('list your uploads, newest first')
    .action(async (_options: object, command: Command) => {
      const { listImages } = await import('#clients/verbs/images.ts');
      const session = open(command);
      const list = await listImages.run({}, await session.service());
      session.show({ json: list, id: list.images.map(({ id }) => id).join('\n'), text: () => table(list.images.map(row)) });
    });
}

const row = ({ id, contentType, width, height, byteSize, originalName }: ImageInfo): string[] => [
  id,
  contentType,
  `${width}x${height}`,
  `${byteSize} bytes`,
  originalName ?? '',
];
