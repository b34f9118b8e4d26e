/** avatar: a person's color and initials; square for an agent, which acts in a person's name and color. */
import { inkOn, isHex } from '#core/render/colour.ts';

import css from './avatar.module.css';
import { uiTexts } from '../strings/ui.ts';
import { classNames } from './class-names.ts';
import { HoverCard, type HoverCardProps } from './hover-card.tsx';
import { initials } from './initials.ts';

export type AvatarProps = {
  readonly name: string;
  /** `#rrggbb`. */
  readonly color: string;
  readonly agent?: boolean;
  readonly size?: 'sm' | 'md' | 'lg';
  /** The name is beside it already. */
  readonly unspoken?: boolean;
};

export function Avatar({ name, color, agent = false, size = 'md', unspoken = false }: AvatarProps) {
  const paint = isHex(color) ? { background: color, color: inkOn(color) } : undefined;
  const spoken = unspoken
    ? { 'aria-hidden': true as const }
    : { role: 'img', 'aria-label': agent ? uiTexts.agentNamed(name) : name };
  return (
    <span className={classNames(css['avatar'], css[size], agent && css['agent'])} style={paint} {...spoken}>
      {initials(name)}
    </span>
  );
}

type StackedAvatar = AvatarProps & { readonly id: string; readonly card: Pick<HoverCardProps, 'name' | 'lines'> };

/** Several avatars, each with a card; the last one is the count of those that do not fit. */
export function AvatarStack({ people, max = 4 }: { readonly people: readonly StackedAvatar[]; readonly max?: number }) {
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const rest = people.slice(shown.length);
  return (
    <span className={css['stack']}>
      {shown.map(({ id, card, ...person }) => (
        <HoverCard key={id} {...card}>
          <Avatar {...person} />
        </HoverCard>
      ))}
      {rest.length > 0 && (
        <span
          className={classNames(css['avatar'], css['md'], css['more'])}
          role="img"
          aria-label={rest.map(({ name }) => name).join(', ')}
        >
          +{rest.length}
        </span>
      )}
    </span>
  );
}
