/** line-titles: what the lines of arrows are called. */
import { styleBarTexts } from '../strings/style-bar.ts';

export const lineTitles = {
  straight: styleBarTexts.straight,
  angled: styleBarTexts.elbow,
  curved: styleBarTexts.curved,
} as const;
