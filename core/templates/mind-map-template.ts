import type { Template } from './template.ts';

export const mindMap: Template = {
  id: 'mind-map',
  title: 'Mind map',
  about: 'Ideas around a topic, in branches',
  group: 'Diagrams',
  operations: `
add ellipse id=topic label="Team offsite" fill=purple text=lg
add rounded id=place label="Place" fill=blue
add rounded id=program label="Program" fill=orange
add rounded id=travel label="Travel" fill=green
add rounded id=budget label="Budget" fill=pink
add rounded id=mountains label="Mountain lodge" fill=blue height=50
add rounded id=sea label="House by the sea" fill=blue height=50
add rounded id=retro label="Look back" fill=orange height=50
add rounded id=goals label="Goals for the year" fill=orange height=50
add rounded id=hike label="A long walk" fill=orange height=50
add rounded id=train label="By train" fill=green height=50
add rounded id=dates label="Find a date" fill=green height=50
add rounded id=limit label="What we can spend" fill=pink height=50
add rounded id=sponsor label="Ask the board" fill=pink height=50
connect topic -> place line=curved heads=none stroke=blue
connect topic -> program line=curved heads=none stroke=orange
connect topic -> travel line=curved heads=none stroke=green
connect topic -> budget line=curved heads=none stroke=pink
connect place -> mountains line=curved heads=none stroke=blue
connect place -> sea line=curved heads=none stroke=blue
connect program -> retro line=curved heads=none stroke=orange
connect program -> goals line=curved heads=none stroke=orange
connect program -> hike line=curved heads=none stroke=orange
connect travel -> train line=curved heads=none stroke=green
connect travel -> dates line=curved heads=none stroke=green
connect budget -> limit line=curved heads=none stroke=pink
connect budget -> sponsor line=curved heads=none stroke=pink
layout type:shape style=mindmap
`,
};
