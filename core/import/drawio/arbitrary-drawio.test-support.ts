/** arbitrary-drawio: random files of draw.io, packed and not, with pages, layers, containers, lists, tables and edges. */
import { deflateRawSync } from 'node:zlib';

import fc from 'fast-check';

import { drawioStyles } from './drawio-shapes.ts';

const word = fc.constantFrom('', 'Pay', 'Orders &amp; stock', 'A &lt; B', 'Größe', 'a long label of a box, with more than forty characters in it'); // prettier-ignore
const color = fc.constantFrom('', 'fillColor=#dae8fc;strokeColor=#6c8ebf;', 'fillColor=none;', 'fontColor=#ff0000;dashed=1;', 'strokeColor=none;fillColor=none;', 'opacity=40;fontSize=20;'); // prettier-ignore
const shape = fc.constantFrom(...Object.values(drawioStyles), 'shape=note', 'text', 'shape=mxgraph.aws4.lambda', 'shape=cube', 'line', ''); // prettier-ignore
const frame = fc.constantFrom('swimlane;startSize=23', 'swimlane;horizontal=0', 'container=1', 'group', 'verticalAlign=top');
const side = fc.constantFrom('', 'exitX=1;exitY=0.5;', 'exitX=0.25;exitY=0;entryX=0;entryY=1;');
const head = fc.constantFrom('', 'endArrow=none;', 'startArrow=ERmany;endArrow=block;endFill=0;', 'endArrow=diamondThin;endFill=1;', 'endArrow=oval;'); // prettier-ignore
const line = fc.constantFrom(
  'edgeStyle=orthogonalEdgeStyle;',
  'curved=1;',
  '',
  'edgeStyle=elbowEdgeStyle;dashed=1;dashPattern=1 3;',
);
const at = fc.integer({ min: -400, max: 900 });
const size = fc.integer({ min: 10, max: 300 });

const box = fc.tuple(fc.oneof(shape, frame), color, word, at, at, size, size, fc.nat(), fc.boolean());
const edge = fc.tuple(line, head, side, word, fc.nat(), fc.nat(), fc.array(fc.tuple(at, at), { maxLength: 2 }), fc.constantFrom('', ' x="0.4"', ' x="-0.5"')); // prettier-ignore

const pageXml = fc.tuple(fc.array(box, { maxLength: 8 }), fc.array(edge, { maxLength: 6 })).map(([boxes, edges]) => {
  const cells = boxes.map(([style, looks, label, x, y, width, height, pick, isInner], index) => {
    const parent = isInner && index > 0 ? `b${pick % index}` : pick % 4 === 0 ? 'layer' : '1';
    return `<mxCell id="b${index}" value="${label}" style="${style};${looks}" parent="${parent}" vertex="1"><mxGeometry x="${x}" y="${y}" width="${width}" height="${height}" as="geometry"/></mxCell>`;
  });
  const lines = edges.map(([style, heads, sides, label, from, to, points, place], index) => {
    const end = (name: string, pick: number): string => (boxes.length === 0 || pick % 5 === 0 ? '' : ` ${name}="b${pick % boxes.length}"`); // prettier-ignore
    const way = points.map(([x, y]) => `<mxPoint x="${x}" y="${y}"/>`).join('');
    return `<mxCell id="e${index}" value="${label}" style="${style}${heads}${sides}" parent="1" edge="1"${end('source', from)}${end('target', to)}><mxGeometry${place} relative="1" as="geometry"><mxPoint x="${from % 300}" y="10" as="sourcePoint"/><mxPoint x="200" y="${to % 300}" as="targetPoint"/><Array as="points">${way}</Array></mxGeometry></mxCell>`;
  });
  return `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="layer" value="Top" parent="0"/>${[...cells, ...lines].join('\n')}</root></mxGraphModel>`;
});

export const packed = (xml: string): string => deflateRawSync(Buffer.from(encodeURIComponent(xml))).toString('base64');

export const anyDrawio: fc.Arbitrary<string> = fc
  .array(fc.tuple(pageXml, fc.boolean()), { minLength: 1, maxLength: 3 })
  .map((pages) => `<mxfile>${pages.map(([xml, isPacked], index) => `<diagram id="p${index}" name="Page ${index}">${isPacked ? packed(xml) : xml}</diagram>`).join('\n')}</mxfile>`); // prettier-ignore
