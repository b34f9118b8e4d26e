/** write-diagram: a tab as the text of a diagram in another format. */
import { writeDrawio } from '#core/export/drawio/write-drawio.ts';
import { writeExcalidraw } from '#core/export/excalidraw/write-excalidraw.ts';
import { writeMermaid } from '#core/export/write-mermaid.ts';
import { light } from '#core/render/themes/light.ts';
import type { TabView } from '#core/tab/view.ts';

import type { DiagramFormat, PainterReply, PictureOptions } from './messages.ts';

type DiagramOptions = Pick<PictureOptions, 'theme' | 'only'> & {
  /** The bytes of an image as a data URI; null leaves it out. */
  readonly image: (imageId: string) => string | null;
};

export function writeDiagram(tab: TabView, as: DiagramFormat, { only, theme = light, image }: DiagramOptions): PainterReply {
  const { text, dropped } = writers[as](tab, only ?? null, { theme, image });
  return { kind: 'written', bytes: new TextEncoder().encode(text), dropped };
}

const writers = { mermaid: writeMermaid, drawio: writeDrawio, excalidraw: writeExcalidraw };
