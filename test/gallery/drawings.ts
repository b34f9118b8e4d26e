/** The drawings of docs/gallery, in order. Each has a changeset of its name there. */
import type { builtInThemes } from '#schema/tab.ts';

export type GalleryDrawing = {
  /** The base name of its files. */
  readonly name: string;
  readonly title: string;
  /** What it demonstrates. */
  readonly about: string;
  readonly theme: (typeof builtInThemes)[number];
  /** The only finding of the lint, and the reason to keep it; without one, the lint is clean. */
  readonly remark?: { readonly code: string; readonly because: string };
};

const zones = {
  code: 'group-split-edges',
  because: 'The frames are zones that are crossed on purpose.',
} as const;

const long = {
  code: 'aspect-extreme',
  because: 'A flow with one way through is long.',
} as const;

export const drawings: readonly GalleryDrawing[] = [
  {
    name: 'system',
    title: 'System architecture',
    about: 'Frames around members, one flow to the right over all of them, angled arrows.',
    theme: 'light',
    remark: zones,
  },
  {
    name: 'sequence',
    title: 'Sequence of services',
    about: 'A frame with `arrange=sequence`: a line for each participant and each message, and no number.',
    theme: 'light',
  },
  { name: 'org-chart', title: 'Organisation chart', about: 'A tree: lines of one parent leave it together.', theme: 'light' },
  { name: 'mind-map', title: 'Mind map', about: 'Branches to both sides, curved lines in their colours.', theme: 'light' },
  {
    name: 'swimlane',
    title: 'Swimlane process',
    about: 'A frame with `arrange=swimlane`: a line for each step, lane and arrow, and no number.',
    theme: 'light',
  },
  {
    name: 'er',
    title: 'Tables of a database',
    about: 'Tables with titles, columns and rows, sized for what they hold.',
    theme: 'light',
  },
  {
    name: 'roadmap',
    title: 'Roadmap',
    about: 'Frames side by side; stickies take the next free slot inside them.',
    theme: 'light',
  },
  { name: 'network', title: 'Network', about: 'Frames in a flow downwards.', theme: 'blueprint', remark: zones },
  {
    name: 'decision-tree',
    title: 'Decision tree',
    about: 'A tree of questions whose labels stand on the lines.',
    theme: 'paper',
  },
  {
    name: 'event-storming',
    title: 'Event storming',
    about: 'Rows of stickies in two frames, with the questions beside them.',
    theme: 'light',
  },
  {
    name: 'slide',
    title: 'Slide',
    about: 'Frames as cards, figures that fill their boxes, numbered remarks.',
    theme: 'dark',
  },
  { name: 'infographic', title: 'Infographic', about: 'Bars to scale, each placed beside its words.', theme: 'light' },
  {
    name: 'delivery',
    title: 'Delivery pipeline',
    about: 'One `layout` line arranges frames and boxes together; labels find room beside and on their lines.',
    theme: 'light',
    remark: zones,
  },
  { name: 'cluster', title: 'Cluster', about: 'Frames in frames, and arrows across them.', theme: 'light', remark: zones },
  {
    name: 'data-platform',
    title: 'Data platform',
    about: 'Five stages of a flow downwards, a frame each.',
    theme: 'light',
    remark: zones,
  },
  {
    name: 'containers',
    title: 'Container view',
    about: 'A label on every arrow, on its line or beside it.',
    theme: 'light',
    remark: zones,
  },
  { name: 'order-states', title: 'States of an order', about: 'A loop, and ways back beside the flow.', theme: 'light' },
  { name: 'sign-in', title: 'Sign-in', about: 'Decisions are left by a corner that is free.', theme: 'dark', remark: long },
  { name: 'threat-model', title: 'Threat model', about: 'Numbered data flows across boundaries.', theme: 'light', remark: zones },
  { name: 'class-model', title: 'Class model', about: 'Tables as classes, sized for what they hold.', theme: 'dark' },
  {
    name: 'learning',
    title: 'Model training',
    about: 'Cycles within a frame and around two of them.',
    theme: 'light',
    remark: long,
  },
  { name: 'incident', title: 'Incident', about: 'A flow of questions and steps.', theme: 'paper' },
];
