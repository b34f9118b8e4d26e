/** more-entries: the More menu: order, alignment, layout, opacity, layer, and the commands of the context menu. */
import { commands } from '../commands/list.ts';
import type { FieldValues } from '../changes/set-fields.ts';
import type { Editor } from '../state/editor.ts';
import type { MenuEntry } from '../ui/menu-items.tsx';
import type { StyleField } from '../changes/drawn-fields.ts';
import type { SharedValue } from './shared-fields.ts';
import { styleBarTexts } from '../strings/style-bar.ts';

export function moreEntries(
  editor: Editor,
  value: (name: StyleField) => SharedValue,
  set: (values: FieldValues) => void,
): MenuEntry[] {
  const run = (id: string): MenuEntry[] => {
    const command = commands.find((known) => known.id === id);
    if (command === undefined || command.when?.(editor) === false) return [];
    return [{ label: command.title, keys: command.keys?.[0], onSelect: () => editor.run(id) }];
  };
  const group = (label: string, ids: readonly string[]): MenuEntry[] => {
    const items = ids.flatMap(run);
    return items.length === 0 ? [] : [{ label, items }];
  };
  const opacity = value('opacity');
  const layers = editor.tab.view.settings.layers.filter(({ locked }) => !locked);
  const layer = value('layer');
  return [
    ...group(styleBarTexts.arrange, ['bring-to-front', 'bring-forward', 'send-backward', 'send-to-back']),
    ...group(styleBarTexts.align, [
      'align-left',
      'align-center',
      'align-right',
      'align-top',
      'align-middle',
      'align-bottom',
      'distribute-across',
      'distribute-down',
    ]),
    ...group(styleBarTexts.flip, ['flip-across', 'flip-down']),
    ...['tidy-up', 'auto-layout'].flatMap(run),
    {
      label: styleBarTexts.opacity,
      items: [
        {
          value: String(opacity === null ? 1 : typeof opacity === 'number' ? opacity : ''),
          onChoose: (chosen) => set({ opacity: chosen === '1' ? null : Number(chosen) }),
          options: opacities.map((share) => ({ value: String(share), label: `${share * 100}%` })),
        },
      ],
    },
    ...(layers.length === 0
      ? []
      : [
          {
            label: styleBarTexts.layer,
            items: [
              {
                value: typeof layer === 'string' ? layer : '',
                onChoose: (chosen: string) => set({ layer: chosen === '' ? null : chosen }),
                options: [
                  { value: '', label: styleBarTexts.defaultLayer },
                  ...layers.map(({ id, name }) => ({ value: id, label: name })),
                ],
              },
            ],
          },
        ]),
    'separator',
    ...[
      'group',
      'ungroup',
      'frame-selection',
      'unframe',
      'duplicate',
      'copy-style',
      'paste-style',
      'copy-as-lines',
      'lock',
    ].flatMap(run),
    'separator',
    ...['delete'].flatMap(run),
  ];
}

const opacities = [1, 0.75, 0.5, 0.25, 0.1] as const;
