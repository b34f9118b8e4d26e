import type { Template } from './template.ts';

export const classDiagram: Template = {
  id: 'class-diagram',
  title: 'Class diagram',
  about: 'Classes, their members and relations',
  group: 'Software',
  operations: `
add class id=shape label="Shape" sections=[["name: string"],["area(): number","draw(canvas)"]] fill=blue
add class id=circle label="Circle" sections=[["radius: number"],["area(): number"]] fill=teal
add class id=rectangle label="Rectangle" sections=[["width: number","height: number"],["area(): number"]] fill=teal
add class id=group label="Group" sections=[["members: Shape[]"],["add(shape)","remove(shape)"]] fill=teal
add class id=canvas label="Canvas" sections=[["shapes: Shape[]"],["render()"]] fill=purple
add class id=style label="Style" sections=[["fill: Color","stroke: Color"]] fill=orange
connect circle -> shape heads=triangle line=angled
connect rectangle -> shape heads=triangle line=angled
connect group -> shape heads=triangle line=angled
connect canvas -> shape label="draws" heads=["diamond-filled","open"] line=angled
connect shape -> style label="has" heads=["diamond","open"] line=angled
layout all direction=down
`,
};
