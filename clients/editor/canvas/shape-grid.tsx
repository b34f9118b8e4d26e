/** shape-grid: shapes to choose from. The name of the one under the pointer or with the focus is below them, where it hides none. */
import { useState } from 'react';

import { type DrawnShape, titleOf } from '../state/tools.ts';
import { useGridKeys } from '../ui/grid-keys.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ShapeGlyph } from './shape-glyph.tsx';
import css from './shape-grid.module.css';

type ShapeGridProps = {
  readonly kinds: readonly DrawnShape[];
  readonly chosen: string | null;
  readonly size?: 'sm' | 'md' | 'lg';
  readonly onChoose: (kind: DrawnShape) => void;
};

export function ShapeGrid({ kinds, chosen, size = 'md', onChoose }: ShapeGridProps) {
  const { grid, onKeyDown } = useGridKeys<HTMLUListElement>();
  const [pointed, setPointed] = useState<DrawnShape | null>(null);
  const named = kinds.find((kind) => kind === pointed) ?? kinds.find((kind) => kind === chosen);
  return (
    <div>
      <ul ref={grid} className={css['grid']} onPointerLeave={() => setPointed(null)}>
        {kinds.map((kind) => (
          <li key={kind}>
            <IconButton
              isNamed
              label={titleOf(kind)}
              icon={<ShapeGlyph kind={kind} />}
              pressed={kind === chosen}
              size={size}
              onPointerEnter={() => setPointed(kind)}
              onFocus={() => setPointed(kind)}
              onClick={() => onChoose(kind)}
              onKeyDown={onKeyDown}
            />
          </li>
        ))}
      </ul>
      {kinds.length > 0 && (
        <p className={css['name']} aria-hidden="true">
          {named === undefined ? '\u00A0' : titleOf(named)}
        </p>
      )}
    </div>
  );
}
