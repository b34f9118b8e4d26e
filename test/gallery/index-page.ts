/** docs/gallery/README.md: shows each drawing and links its changeset. */
import type { GalleryDrawing } from './drawings.ts';

export function indexPage(drawings: readonly GalleryDrawing[]): string {
  const shown = drawings.map(
    ({ name, title, about, theme, remark }) =>
      `## ${title}\n\n${about} Theme \`${theme}\` · [changeset](${name}.txt)${lintOf(remark)}\n\n![${title}](${name}.svg)\n`,
  );
  return `${head}\n${shown.join('\n')}`;
}

const lintOf = (remark: GalleryDrawing['remark']): string =>
  remark === undefined ? ' · lint clean' : ` · lint remarks \`${remark.code}\`: ${remark.because}`;

const head = `# Gallery

Drawings as an agent makes them: each is one changeset on an empty tab, sent as text, and the picture that the server
answers for the tab. \`npm run gallery\` draws them anew from their changesets; a test holds them to be what the code draws.
`;
