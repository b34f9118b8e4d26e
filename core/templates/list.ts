/** All templates, in the order of the picker. */
import { architecture } from './architecture.ts';
import { budget } from './budget.ts';
import { c4 } from './c4.ts';
import { classDiagram } from './class-diagram.ts';
import { erDiagram } from './er-diagram.ts';
import { eventStorming } from './event-storming.ts';
import { flowchart } from './flowchart.ts';
import { kanban } from './kanban.ts';
import { meetingNotes } from './meeting-notes.ts';
import { mindMap } from './mind-map.ts';
import { orgChart } from './org-chart.ts';
import { retrospective } from './retrospective.ts';
import { roadmap } from './roadmap.ts';
import { sequence } from './sequence.ts';
import { slideDeck } from './slide-deck.ts';
import { stateMachine } from './state-machine.ts';
import { swimlanes } from './swimlanes.ts';
import { swot } from './swot.ts';
import type { Template } from './template.ts';
import { userJourney } from './user-journey.ts';

export const templates: readonly Template[] = [
  flowchart,
  swimlanes,
  mindMap,
  orgChart,
  architecture,
  sequence,
  erDiagram,
  classDiagram,
  stateMachine,
  c4,
  kanban,
  roadmap,
  budget,
  retrospective,
  swot,
  userJourney,
  eventStorming,
  meetingNotes,
  slideDeck,
];
