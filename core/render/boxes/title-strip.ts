/** The strip along the upper edge with the title of a frame, lane, table, board or sheet. */
import type { Box } from '#schema/element.ts';

import { drawnLabel } from '../../text/label-lines.ts';
import { titleWeight } from '../../text/sizes.ts';
import { titleLine } from '../../text/title-line.ts';
import type { Markup } from '../markup.ts';
import type { Scene } from '../scene.ts';
import { emphasisOf, textIn } from '../text-block.ts';

/** The title on one line, small enough for the strip. `taken`: pixels at the right end that are used otherwise. */
export function stripTitle(box: Box, ink: string, scene: Scene, taken = 0): Markup {
  const { line, sizePx } = titleLine(box, taken);
  const style = { sizePx, ink, weight: titleWeight(box), align: 'start', font: box.font ?? 'sans', ...emphasisOf(box) } as const;
  return textIn(line, drawnLabel(box), style, scene);
}
