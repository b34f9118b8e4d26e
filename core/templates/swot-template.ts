import type { Template } from './template.ts';

export const swot: Template = {
  id: 'swot',
  title: 'SWOT',
  about: 'Strengths, weaknesses, opportunities, threats',
  group: 'Workshops',
  operations: `
add text id=title label="SWOT analysis" text=scale width=560 height=50 at:0,0
{"op":"add","id":"strengths","element":{"type":"frame","label":"Strengths","fill":"green","x":0,"y":80,"width":560,"height":300}}
{"op":"add","id":"weaknesses","element":{"type":"frame","label":"Weaknesses","fill":"orange","width":560,"height":300},"place":{"rel":"right-of","ref":"strengths"}}
{"op":"add","id":"opportunities","element":{"type":"frame","label":"Opportunities","fill":"blue","width":560,"height":300},"place":{"rel":"below","ref":"strengths"}}
{"op":"add","id":"threats","element":{"type":"frame","label":"Threats","fill":"red","width":560,"height":300},"place":{"rel":"below","ref":"weaknesses"}}
add sticky label="People know our name" color=green inside:strengths
add sticky label="An experienced team" color=green inside:strengths
add sticky label="One large customer" color=orange inside:weaknesses
add sticky label="Few people in sales" color=orange inside:weaknesses
add sticky label="A new market in the north" color=blue inside:opportunities
add sticky label="Partners ask for us" color=blue inside:opportunities
add sticky label="Prices are falling" color=red inside:threats
add sticky label="A law that may come" color=red inside:threats
`,
};
