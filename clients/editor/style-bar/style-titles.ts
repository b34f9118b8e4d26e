/** style-titles: what the options of the style bar's lists are called. */
import { styleBarTexts } from '../strings/style-bar.ts';

export const sizeTitles = {
  sm: styleBarTexts.small,
  md: styleBarTexts.medium,
  lg: styleBarTexts.large,
  scale: styleBarTexts.autoFit,
} as const;
export const fontTitles = {
  sans: styleBarTexts.sans,
  serif: styleBarTexts.serif,
  mono: styleBarTexts.mono,
  hand: styleBarTexts.handwritten,
} as const;
export const borderTitles = {
  solid: styleBarTexts.solid,
  dashed: styleBarTexts.dashed,
  dotted: styleBarTexts.dotted,
  none: styleBarTexts.none,
} as const;
export const headTitles = {
  none: styleBarTexts.none,
  arrow: styleBarTexts.arrowHead,
  triangle: styleBarTexts.triangleHead,
  diamond: styleBarTexts.diamondHead,
  'diamond-filled': styleBarTexts.filledDiamondHead,
  open: styleBarTexts.openHead,
  one: styleBarTexts.exactlyOne,
  many: styleBarTexts.many,
  'zero-one': styleBarTexts.zeroOrOne,
  'zero-many': styleBarTexts.zeroOrMany,
  'one-many': styleBarTexts.oneOrMany,
} as const;
export const directionTitles = { right: styleBarTexts.horizontal, down: styleBarTexts.vertical } as const;
/** Of freehand lines, from thin to extra thick. */
export const inkWidthTitles = [styleBarTexts.thin, styleBarTexts.medium, styleBarTexts.thick, styleBarTexts.extraThick] as const;
