/** Every control over a selection, for elements of every kind: pressed in a real browser, with its effect in the document. */
import { afterAll, beforeAll } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { keepFaint } from './effects.ts';
import { everyKind, uploadedImage } from './every-kind.ts';
import { pressEveryControl } from './press-every-control.ts';
import { brief, entries, layer, moreButton, styleBar, type StyleControl, styles } from './style-bar.ts';

let stage: EditorStage;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('style-bar');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  const place = await stage.document(ada, 'Drawing');
  const tab = `/documents/${place.id}/tabs/${place.tab}`;
  const operations = everyKind(await uploadedImage(stage, ada));
  for (const [method, path, body] of [
    ['PATCH', tab, { layers: [layer] }],
    ['POST', `${tab}/changesets`, { operations }],
  ] as const) {
    const answer = await ada.agent.call(method, path, body);
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  }
  bench = await ControlBench.at(ada, place);
  await keepFaint(bench);
});
afterAll(() => stage.stop());

const {
  shape,
  paper,
  fill,
  stroke,
  textColor,
  text,
  font,
  bold,
  titleBold,
  italic,
  strike,
  alignment,
  textAlignment,
  border,
  strokeWidth,
  line,
  startHead,
  endHead,
  thickness,
  layout,
  spacing,
  direction,
} = styles;
const { turnRound, labelAt, geometry, upright, link, cardLink, altText, crop, replaceImage, note } = styles;
const { frameSelection, unframe } = entries;
const boxMore = moreButton(frameSelection);
const containerMore = moreButton(frameSelection, unframe);

const kinds: Readonly<Record<string, readonly StyleControl[]>> = {
  box: [
    shape,
    fill,
    stroke,
    textColor,
    text,
    font,
    bold,
    italic,
    strike,
    alignment,
    border,
    strokeWidth,
    geometry,
    link,
    note,
    boxMore,
  ],
  text: [fill, stroke, textColor, text, font, bold, italic, strike, textAlignment, geometry, link, note, boxMore],
  sticky: [paper, textColor, text, font, bold, italic, strike, alignment, geometry, link, note, boxMore],
  note: [fill, textColor, text, font, bold, italic, strike, geometry, link, note, boxMore],
  // The table has no label.
  table: [fill, stroke, textColor, text, font, border, strokeWidth, upright, link, note, boxMore],
  card: [fill, stroke, textColor, text, font, titleBold, italic, strike, border, strokeWidth, geometry, cardLink, note, boxMore],
  video: [stroke, geometry, cardLink, note, boxMore],
  image: [stroke, geometry, link, altText, crop, replaceImage, note, boxMore],
  photo: [stroke, font, bold, italic, strike, border, strokeWidth, geometry, link, altText, crop, replaceImage, note, boxMore],
  film: [stroke, font, bold, italic, strike, border, strokeWidth, geometry, cardLink, note, boxMore],
  space: [
    fill,
    stroke,
    textColor,
    text,
    font,
    titleBold,
    italic,
    strike,
    border,
    strokeWidth,
    layout,
    upright,
    link,
    note,
    containerMore,
  ],
  rack: [
    fill,
    stroke,
    textColor,
    text,
    font,
    titleBold,
    italic,
    strike,
    border,
    strokeWidth,
    layout,
    spacing,
    direction,
    upright,
    link,
    note,
    containerMore,
  ],
  swim: [
    fill,
    stroke,
    textColor,
    text,
    font,
    titleBold,
    italic,
    strike,
    border,
    strokeWidth,
    direction,
    upright,
    link,
    note,
    containerMore,
  ],
  pen: [stroke, border, thickness, geometry, link, note, boxMore],
  arrow: [
    stroke,
    textColor,
    text,
    font,
    bold,
    italic,
    strike,
    border,
    strokeWidth,
    line,
    startHead,
    endHead,
    turnRound,
    labelAt,
    link,
    note,
    moreButton(),
  ],
};

/** Each of their controls is in the bar of another kind, too. */
const variants: ReadonlySet<string> = new Set(['text', 'note', 'video', 'photo', 'film', 'space', 'swim']);

for (const [kind, controls] of Object.entries(kinds)) {
  const all = controls.map((control) => control([kind]));
  pressEveryControl({
    title: `the style bar of ${kind}`,
    bench: () => bench,
    ready: () => bench.select(kind),
    part: styleBar,
    controls: kind === 'box' ? all : all.map(brief),
    isVariant: variants.has(kind),
  });
}
