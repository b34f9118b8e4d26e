/** of-kind: `type:<kind>`, elements of that element type or shape kind, and `shape:<kind>`, shapes of that kind. */
import { findShape } from '../fields/kinds.ts';
import { defineSelector } from './selector.ts';

export const ofKind = defineSelector({
  kinds: ['type', 'shape'],
  form: 'type:<kind>, shape:<kind>',
  matches: 'elements of that kind or element type; shapes of that kind',
  find(term) {
    const name = term.text.toLowerCase();
    const shape = findShape(name);
    const types = term.kind === 'type';
    return { where: (element) => (types && element.type === name) || (element.type === 'shape' && element.shape === shape) };
  },
});
