/** full-label: a label that was cut for its shape is whole in the note. */
import type { Box } from '#schema/element.ts';

import { capLabel } from '../fields/label-cap.ts';

export const fullLabel = ({ label = '', note }: Pick<Box, 'label' | 'note'>): string =>
  note !== undefined && capLabel(note, undefined)?.label === label ? note : label;
