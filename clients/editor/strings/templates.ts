/** templates: the texts of the picker of templates, and of an empty canvas. */
import { catalogue } from './catalogue.ts';

export const templatesTexts = catalogue({
  templates: 'Templates',
  about: 'Pick one and change it as you like.',
  fillsThisTab: 'Pick one and change it as you like. It is drawn on this tab, which is empty.',
  opensInANewTab: 'Pick one and change it as you like. It opens in a new tab.',
  made: (title: string) => `${title} added`,
  groups: {
    'Start here': 'Start here',
    Diagrams: 'Diagrams',
    Software: 'Software',
    Planning: 'Planning',
    Workshops: 'Workshops',
    Documents: 'Documents',
  },
  startDrawing: 'Start drawing',
  startDrawingAbout:
    'Choose a tool, or press R for a rectangle, N for a sticky note, T for text. Paste or drop an image, Mermaid, draw.io or Excalidraw.',
  startDrawingByTouch: 'Choose a tool, then tap where it should go.',
  startFromTemplate: 'Start from a template',
});
