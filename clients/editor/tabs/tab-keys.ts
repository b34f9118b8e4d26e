/** tab-keys: what each key does on a tab of the bar. */
import type { TabSettings } from '#schema/tab.ts';

export type TabStroke = Readonly<Record<'key', string>> & Readonly<Record<'altKey' | 'shiftKey', boolean>>;

export type TabKeyAction =
  /** `id`: the tab that gets the focus; undefined beyond the ends of the bar. */
  | { readonly kind: 'focus'; readonly id: string | undefined }
  | { readonly kind: 'move'; readonly position: number }
  | { readonly kind: 'rename' | 'delete' };

/** Null if the key does nothing here. */
export function tabKeyAction(
  { key, altKey, shiftKey }: TabStroke,
  { tabs, id, mayEdit }: { readonly tabs: readonly Pick<TabSettings, 'id'>[]; readonly id: string; readonly mayEdit: boolean },
): TabKeyAction | null {
  const place = tabs.findIndex((tab) => tab.id === id);
  const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  const target = tabs[place + step];
  if (step !== 0 && !(altKey && shiftKey)) return { kind: 'focus', id: target?.id };
  if (step !== 0) return mayEdit && target !== undefined ? { kind: 'move', position: place + step } : null;
  if (key === 'Home') return { kind: 'focus', id: tabs[0]?.id };
  if (key === 'End') return { kind: 'focus', id: tabs.at(-1)?.id };
  if (key === 'F2' && mayEdit) return { kind: 'rename' };
  return key === 'Delete' && mayEdit ? { kind: 'delete' } : null;
}
