/** Tasks as text: for models with quotes, for terminals without. */
import { plainLine } from '#clients/text/plain.ts';
import { quote } from '#core/notation/quote.ts';
import type { Task } from '#schema/task.ts';

/** For models: what the task is about, what to do, and what both sides said, oldest first. */
export const taskLines = (task: Task): string[] => [
  `${task.id} · ${task.state} · handed by ${quote(task.handedBy.name)} to ${task.handle}${task.lapses === 0 ? '' : ` · lapsed ${task.lapses}×`}`,
  `document ${task.doc} ${quote(task.documentName)}`,
  ...placeOf(task).map(([name, value]) => `${name} ${value}`),
  `text ${quote(task.text)}`,
  ...task.messages.map(({ by, agent, text }) => `  ${agent ? 'agent' : quote(by.name)}: ${quote(text)}`),
];

/** For terminals. */
export const taskText = (task: Task): string =>
  [
    `${task.id}  ${task.state}  ${plainLine(task.documentName)}  (${plainLine(task.handedBy.name)} to ${task.handle})`,
    ...placeOf(task).map(([name, value]) => `${name}  ${value}`),
    plainLine(task.text),
    ...task.messages.map(({ by, agent, text }) => `  ${agent ? 'agent' : plainLine(by.name)}: ${plainLine(text)}`),
    ...(task.progress === null ? [] : [`progress  ${plainLine(task.progress)}`]),
  ].join('\n');

function placeOf({ tab, element, selection, item, comment, changeset }: Task): [string, string][] {
  const places: [string, string | null][] = [
    ['tab', tab],
    ['element', element],
    ['selection', selection.length === 0 ? null : selection.join(' ')],
    ['card', item],
    ['comment', comment],
    ['changeset', changeset],
  ];
  return places.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]));
}
