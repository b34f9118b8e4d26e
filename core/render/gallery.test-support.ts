/** A few drawings, written in the changeset language, with every element type, shape kind and style. */
import type { Element } from '#schema/element.ts';
import type { TabState } from '#schema/tab.ts';

import { shapeKinds } from '#schema/shape-kinds.ts';

import { drawn, emptyState, tabWith } from '../ops/drawn.test-support.ts';
import type { TabIndex } from '../tab/tab-index.ts';

export type SampleDrawing = { readonly tab: TabIndex; readonly theme: string };

const system = `
add actor id=user label="Customer" at:0,180 fill=grey
add rounded id=web label="Web shop" fill=blue at:220,200
add hexagon id=gate label="API gateway" fill=purple at:520,200
add rounded id=orders label="Orders" fill=teal at:820,60
add rounded id=stock label="Stock" fill=teal at:820,200
add rounded id=pay label="Payments" fill=teal at:820,340
add cylinder id=db label="Orders DB" fill=green at:1170,50
add queue id=bus label="Event bus" fill=orange at:1150,200
add cloud id=bank label="Card network" fill=grey at:1140,330
connect user -> web label="browses"
connect web -> gate label="HTTPS"
connect gate -> orders line=angled
connect gate -> stock
connect gate -> pay line=angled
connect orders -> db
connect stock -> bus label="reserved"
connect pay -> bank border=dashed label="charge"
connect bus -> orders line=curved stroke=orange
wrap orders stock pay in frame id=core label="Core services"
`;

const shapes = shapeKinds
  .filter((kind) => !kind.startsWith('plan-'))
  .map((kind, index) => {
    const slots = ['neutral', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'grey'];
    const at = `at:${(index % 6) * 200},${Math.floor(index / 6) * 170}`;
    const own = kind === 'icon' ? ' icon=database' : '';
    return `add ${kind}${own} id=s${index} label="${kind}" fill=${slots[index % 10]} ${at}`;
  })
  .join('\n');

const kinds = `
add text id=t1 label="Everything on one tab" text=lg at:0,-60
add sticky id=st1 label="Ask the warehouse about returns before Friday" at:0,0
add sticky id=st2 label="Idea: let people split an order" color=pink at:180,0
add sticky id=st3 label="Done" color=green at:360,0
add sticky id=st4 label="Big" color=blue text=scale at:540,0
add annotation id=an label="Latency doubled after the release" number=1 at:720,0
add annotation id=an2 label="Check the cache" number=12 fill=red at:720,60
add link-card id=lc title="Runbook for the on-call engineer" url=https://www.example.org/runbook at:960,0
add link-card id=lc2 label="https://example.org/a" at:960,100
add table id=tb label="Prices" columns=["Plan","Monthly","Seats"] rows=[["Free","0 €","3"],["Team","12 €","50"],["Company, with everything that it needs","Ask us","any"]] at:0,220
add table id=tb2 columns=["id","name"] rows=[["1","Ada"],["2","Grace"]] fill=blue width=320 at:460,220
add plan-board id=pb label="Sprint 12" at:0,420 width=560 height=220
add plan-sheet id=ps label="Budget" planSheet={"sheetId":"sheet_0000000000000000"} at:600,420 width=600 height=220
add square id=sq1 label="solid" at:0,680
add square id=sq2 label="dashed" border=dashed at:180,680
add square id=sq3 label="dotted" border=dotted stroke=red at:360,680
add square id=sq4 label="no border" border=none fill=yellow at:540,680
add square id=sq5 label="turned" rotation=-12 fill=teal at:720,680
add square id=sq6 label="half there" opacity=0.4 fill=purple at:900,680
add square id=sq7 label="#2d6cdf" fill=#2d6cdf at:1080,680
add square id=f1 label="serif" font=serif at:0,800
add square id=f2 label="monospace" font=mono at:180,800
add square id=f3 label="by hand" font=hand at:360,800
add square id=f4 label="Ωμέγα Жук Łódź" at:540,800
add square id=f5 label="日本語の文字" at:720,800
add square id=f6 label="small words" text=sm at:900,800
add square id=f7 label="scaled" text=scale at:1080,800
add text id=t2 label="Text of its own,\\non two lines" textColor=blue at:960,-60
add text id=t3 label="Marked" fill=yellow at:720,128
{"op":"add","element":{"type":"image","imageId":"img_0000000000000000","x":760,"y":220,"width":200,"height":150,"alt":"A harbour at dusk","label":"Fig. 1"}}
{"op":"add","element":{"type":"video","url":"https://video.example.org/watch/1","x":980,"y":220,"width":220,"height":150,"title":"Introduction"}}
{"op":"add","element":{"type":"stroke","x":1080,"y":-50,"width":120,"height":40,"points":[[0,20],[10,4],[24,36],[40,4],[54,36],[70,4],[84,36],[100,8],[120,20]],"stroke":"red","thickness":3}}
`;

const arrows = `
add square id=a label="A" at:0,0
add square id=b label="B" at:320,0
add square id=c label="C" at:0,220
add square id=e label="E" at:320,220
add circle id=h label="hub" fill=blue at:640,90
add diamond id=q label="ok?" fill=yellow at:900,100
connect a -> b label="one way"
connect b -> a label="and back"
connect a -> c heads=both label="both"
connect c -> e line=curved label="curved" stroke=purple
connect b -> e line=angled heads=none border=dotted
connect a -> e label="across"
connect e -> e label="again"
connect b -> h line=angled label="angled"
connect e -> h line=curved
connect h -> q heads=start
connect q -> e line=angled label="no" stroke=red textColor=red
`;

const lanes = `
add stadium id=start label="Order" fill=green at:40,70
add square id=check label="Check stock" at:280,60
add diamond id=enough label="Enough?" fill=yellow at:520,50
add square id=pick label="Pick" at:530,290
add square id=pack label="Pack" at:800,290
add document id=bill label="Invoice" fill=blue at:800,50
add stadium id=end label="Sent" fill=green at:1060,300
{"op":"add","id":"sales","element":{"type":"lane","x":0,"y":0,"width":1240,"height":180,"label":"Sales"}}
{"op":"add","id":"house","element":{"type":"lane","x":260,"y":240,"width":980,"height":150,"label":"Warehouse","fill":"teal"}}
connect start -> check
connect check -> enough
connect enough -> pick label="yes"
connect enough -> bill line=angled label="no"
connect pick -> pack
connect pack -> end
connect bill -> pack line=angled
`;

const architecture = `
add icon=smartphone id=app "Mobile app" at:0,120
add icon=cloud id=edge "Edge network" fill=blue right-of:app gap:120
add icon=server id=api "Orders API" fill=teal right-of:edge gap:120
add icon=database id=db "Orders" stroke=green right-of:api gap:120
add icon=lock id=auth "Identity and access management" fill=#2d6cdf above:api gap:80
add icon=users id=people stroke=purple above:app gap:80
add icon=mail id=mail "Mail" border=dashed stroke-width=1 below:api gap:80
add icon id=odd icon=webhook rotation=20 opacity=0.5 below:db gap:80 width=120 height=60
connect people -> app
connect app -> edge label="HTTPS"
connect edge -> api
connect api -> db label="SQL"
connect api -> auth
connect api -> mail line=angled
`;

export const gallery: Readonly<Record<string, SampleDrawing>> = {
  system: { tab: drawn(system), theme: 'light' },
  shapes: { tab: drawn(shapes), theme: 'blueprint' },
  kinds: { tab: drawn(kinds), theme: 'paper' },
  arrows: { tab: drawn(arrows), theme: 'dark' },
  icons: { tab: drawn(architecture), theme: 'light' },
  lanes: { tab: drawn(lanes), theme: 'contrast' },
};

/** The elements of a drawing, on a tab with other settings. */
export const withSettings = (tab: TabIndex, settings: Partial<TabState>): TabIndex =>
  tabWith(tab.elements() as Iterable<Element>, { ...emptyState, ...settings });
