import type { Template } from './template.ts';

export const orgChart: Template = {
  id: 'org-chart',
  title: 'Org chart',
  about: 'Who leads whom',
  group: 'Diagrams',
  operations: String.raw`
add rounded id=ceo label="Name\nChief executive" fill=purple
add rounded id=technology label="Name\nTechnology" fill=blue
add rounded id=product label="Name\nProduct" fill=teal
add rounded id=operations label="Name\nOperations" fill=orange
add rounded id=platform label="Name\nPlatform" fill=blue
add rounded id=apps label="Name\nApplications" fill=blue
add rounded id=design label="Name\nDesign" fill=teal
add rounded id=research label="Name\nResearch" fill=teal
add rounded id=finance label="Name\nFinance" fill=orange
add rounded id=people label="Name\nPeople" fill=orange
connect ceo -> technology line=angled heads=none
connect ceo -> product line=angled heads=none
connect ceo -> operations line=angled heads=none
connect technology -> platform line=angled heads=none
connect technology -> apps line=angled heads=none
connect product -> design line=angled heads=none
connect product -> research line=angled heads=none
connect operations -> finance line=angled heads=none
connect operations -> people line=angled heads=none
layout type:shape style=tree
`,
};
