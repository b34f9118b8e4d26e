/** All templates, in the order of the picker. */
import { architecture } from './architecture-template.ts';
import { budget } from './budget-template.ts';
import { c4 } from './c4-template.ts';
import { classDiagram } from './class-diagram-template.ts';
import { erDiagram } from './er-diagram-template.ts';
import { eventStorming } from './event-storming-template.ts';
import { flowchart } from './flowchart-template.ts';
import { kanban } from './kanban-template.ts';
import { meetingNotes } from './meeting-notes-template.ts';
import { mindMap } from './mind-map-template.ts';
import { orgChart } from './org-chart-template.ts';
import { retrospective } from './retrospective-template.ts';
import { roadmap } from './roadmap-template.ts';
import { sequence } from './sequence-template.ts';
import { slideDeck } from './slide-deck-template.ts';
import { stateMachine } from './state-machine-template.ts';
import { swimlanes } from './swimlanes-template.ts';
import { swot } from './swot-template.ts';
import type { Template } from './template.ts';
import { userJourney } from './user-journey-template.ts';
import { welcome } from './welcome-template.ts';

export const templates: readonly Template[] = [
  welcome,
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
