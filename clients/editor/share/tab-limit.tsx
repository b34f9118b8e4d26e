/** tab-limit: whether an editor may edit every tab, or only some. */
import { Checkbox } from '../ui/checkbox.tsx';
import { Select } from '../ui/select.tsx';
import css from './share-dialog.module.css';
import { shareTexts } from '../strings/share.ts';

export type NamedTab = { readonly id: string; readonly name: string };

type TabLimitProps = {
  readonly tabs: readonly NamedTab[];
  /** Null for every tab. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
};

export function TabLimit({ tabs, chosen, onChange }: TabLimitProps) {
  return (
    <>
      <Select
        label={shareTexts.canEdit}
        value={chosen === null ? 'all' : 'some'}
        onChange={(reach) => onChange(reach === 'all' ? null : [])}
        options={[
          { value: 'all', label: shareTexts.allTabs },
          { value: 'some', label: shareTexts.specificTabs, description: shareTexts.specificTabsAbout },
        ]}
      />
      {chosen !== null && (
        <div className={css['tabs']} role="group" aria-label={shareTexts.tabs}>
          {tabs.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** The names of the tabs of a limit; deleted tabs do not count. */
export function limitText(limit: readonly string[] | null | undefined, tabs: readonly NamedTab[]): string | null {
  if (limit === null || limit === undefined) return null;
  const names = tabs.filter(({ id }) => limit.includes(id)).map(({ name }) => name);
  return shareTexts.tabsAllowed(names.length, names.join(', '));
}
