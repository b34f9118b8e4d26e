/** add-blocks: adds what was read to the blocks of an article, its images below it. */
import type { Block, BlockContext } from './block.ts';
import type { Inline } from './inline-text.ts';
import { textParts } from './text-parts.ts';

export function addText({ text, links, images }: Inline, standing: BlockContext, blocks: Block[], marker?: string): void {
  const pieces = textParts(text);
  pieces.forEach((part, index) =>
    blocks.push({
      kind: 'text',
      text: part,
      // The links follow the last piece.
      links: index === pieces.length - 1 ? links : [],
      ...(index === 0 && marker !== undefined && { marker }),
      ...standing,
    }),
  );
  addImages(images, standing, blocks);
}

export function addHeading({ text, links, images }: Inline, level: number, standing: BlockContext, blocks: Block[]): void {
  const oneLine = text.replaceAll('\n', ' ');
  for (const part of textParts(oneLine)) blocks.push({ kind: 'heading', level, text: part, links, ...standing });
  addImages(images, standing, blocks);
}

export function addCode(text: string, standing: BlockContext, blocks: Block[]): void {
  for (const part of textParts(text)) blocks.push({ kind: 'code', text: part, ...standing });
}

/** `rows`: the head first, each as long as the head. */
export function addTable([head = [], ...rows]: readonly (readonly Inline[])[], standing: BlockContext, blocks: Block[]): void {
  const all = [head, ...rows].flat();
  const text = ({ text: words, images }: Inline): string =>
    [words, ...images.map(({ alt }) => alt)].filter((part) => part !== '').join(' ');
  blocks.push({
    kind: 'table',
    head: head.map(text),
    rows: rows.map((row) => row.map(text)),
    links: all.flatMap(({ links }) => links),
    ...standing,
  });
  for (const { images } of all) addImages(images, standing, blocks);
}

export function addImages(images: Inline['images'], standing: BlockContext, blocks: Block[]): void {
  for (const image of images) blocks.push({ kind: 'image', ...image, ...standing });
}

/** The bullet of a list inside this number of lists. */
export const bulletOf = (depth: number): string => bullets[depth % bullets.length] ?? bullets[0];
const bullets = ['•', '–', '·'] as const;
