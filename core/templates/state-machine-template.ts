import type { Template } from './template.ts';

export const stateMachine: Template = {
  id: 'state-machine',
  title: 'State diagram',
  about: 'The states of something, and what changes them',
  group: 'Software',
  operations: `
add start id=begin ""
add rounded id=draft label="Draft" fill=grey
add rounded id=review label="In review" fill=blue
add rounded id=approved label="Approved" fill=teal
add rounded id=published label="Published" fill=green
add rounded id=archived label="Archived" fill=orange
add end id=finish ""
connect begin -> draft
connect draft -> review "submit"
connect review -> draft "request changes"
connect review -> approved "approve"
connect approved -> published "publish"
connect published -> archived "archive"
connect archived -> published "restore"
connect archived -> finish "delete"
layout all line=angled direction=right
`,
};
