import { describe, expect, test } from 'vitest';

import { completeCatalogue } from '#core/board/catalogue.ts';
import { defaultCatalogue } from '#schema/default-catalogue.ts';
import { limits } from '#schema/limits.ts';
import { type CustomKind, customKinds, type ItemType, NewCatalogue } from '#schema/board.ts';
import { isProblem } from '#schema/problem.ts';
import { validationErrors } from '#schema/validate.ts';

import {
  changedField,
  changedType,
  type CatalogueDraft,
  faultOf,
  movedField,
  movedType,
  optionsIn,
  withFieldShown,
  toSend,
  withField,
  withoutField,
  withoutType,
  withType,
} from './catalogue-draft.ts';

const types: CatalogueDraft = defaultCatalogue.types;
const bug = (draft: CatalogueDraft = types): ItemType => withType(draft, 'Bug report')!.made;
const named = (type: ItemType, ...fields: readonly (readonly [string, CustomKind])[]): ItemType =>
  fields.reduce<ItemType>((now, [label, kind]) => withField(now, label, kind)!, type);

/** Whether the server refuses it. */
const refused = (draft: CatalogueDraft): boolean => {
  const sent = toSend(draft);
  return validationErrors(NewCatalogue, sent).length > 0 || isProblem(completeCatalogue(sent));
};

describe('card types while they are edited', () => {
  test('have ids for new types and fields that come from their names, and are valid', () => {
    expect(bug().id).toBe('bug-report');
    expect(withType([...types, bug()], 'Bug report!')!.made.id).toBe('bug-report-2');
    expect(named(bug(), ['Size', 'choice'], ['Size', 'text']).custom.map(({ id }) => id)).toEqual(['f-size', 'f-size-2']);
    for (const name of ['已完成', '🚀', '12', 'x'.repeat(300), 'a\u0000\ud800']) {
      const { draft, made } = withType(types, name)!;
      const fields = customKinds.map((kind) => [name, kind] as const);
      expect(refused(changedType(draft, made.id, named(made, ...fields))), name).toBe(false);
    }
    expect(withType(types, '  ')).toBeNull();
  });

  test('are limited in number as in the API', () => {
    let draft: CatalogueDraft = types;
    for (let next = withType(draft, 'T'); next !== null; next = withType(draft, 'T')) draft = next.draft;
    expect(draft).toHaveLength(limits.itemTypes);
    let full = bug();
    for (let next = withField(full, 'F', 'text'); next !== null; next = withField(full, 'F', 'text')) full = next;
    expect(full.custom).toHaveLength(limits.customFieldsPerType);
    expect(refused(changedType(draft, 't', { ...full, id: 't' }))).toBe(false);
  });

  test('have their fields in the order of the API, with title and status always', () => {
    const type = named(
      withFieldShown(withFieldShown(bug(), 'estimate', true), 'labels', false),
      ['Size', 'choice'],
      ['Where', 'text'],
    );
    expect(type.fields).toEqual([
      'title',
      'description',
      'status',
      'assignee',
      'priority',
      'estimate',
      'due',
      'f-size',
      'f-where',
      'comments',
    ]);
    expect(movedField(type, 'f-where', -1).fields.slice(-3)).toEqual(['f-where', 'f-size', 'comments']);
    expect(withFieldShown(withoutField(type, 'f-size'), 'title', false).fields).toEqual(
      ['title', 'description', 'status', 'assignee', 'priority', 'estimate', 'due', 'f-where', 'comments'],
    ); // prettier-ignore
  });

  test('have options for choices, and for no other kind of field', () => {
    const choice = changedField(named(bug(), ['Size', 'choice']), 'f-size', { options: optionsIn(' S \n\nL\nS') });
    expect(choice.custom).toEqual([{ id: 'f-size', label: 'Size', kind: 'choice', options: ['S', 'L'] }]);
    const text = changedField(choice, 'f-size', { kind: 'text' });
    expect(text.custom).toEqual([{ id: 'f-size', label: 'Size', kind: 'text' }]);
    expect(changedField(text, 'f-size', { kind: 'choice' }).custom[0]?.options?.length).toBeGreaterThan(0);
    expect(optionsIn(Array.from({ length: 200 }, (_, at) => `Option ${at}`).join('\n'))).toHaveLength(limits.optionsPerField);
  });

  test('are checked before they are sent', () => {
    const { draft, made } = withType(types, 'Bug')!;
    const wrong: CatalogueDraft[] = [
      changedType(draft, made.id, { label: ' ' }),
      changedType(draft, made.id, changedField(named(made, ['Size', 'choice']), 'f-size', { options: [] })),
      changedType(draft, made.id, changedField(named(made, ['Size', 'text']), 'f-size', { label: '' })),
    ];
    for (const each of wrong) expect([faultOf(each)?.type, refused(each)]).toEqual([made.id, true]);
    expect([faultOf(draft), refused(draft)]).toEqual([null, false]);
  });

  test('are moved and deleted', () => {
    expect(movedType(types, 'task', -1).map(({ id }) => id).slice(0, 2)).toEqual(['task', 'project']); // prettier-ignore
    expect(movedType(types, 'project', -1)).toBe(types);
    expect(withoutType(types, 'task').map(({ id }) => id)).not.toContain('task');
  });
});
