import type { Template } from './template.ts';

export const flowchart: Template = {
  id: 'flowchart',
  title: 'Flowchart',
  about: 'A process with decisions, from start to end',
  group: 'Diagrams',
  operations: `
add stadium id=start label="Request received" fill=green
add rounded id=review label="Review the request" fill=blue
add diamond id=complete label="Complete?" fill=yellow
add rounded id=ask label="Ask for what is missing" fill=orange
add diamond id=approved label="Approved?" fill=yellow
add rounded id=work label="Do the work" fill=blue
add document id=report label="Send the result" fill=teal
add stadium id=declined label="Declined" fill=red
add stadium id=done label="Done" fill=green
connect start -> review line=angled
connect review -> complete line=angled
connect complete -> ask label="no" line=angled
connect ask -> review line=angled
connect complete -> approved label="yes" line=angled
connect approved -> work label="yes" line=angled
connect approved -> declined label="no" line=angled
connect work -> report line=angled
connect report -> done line=angled
layout all direction=down
`,
};
