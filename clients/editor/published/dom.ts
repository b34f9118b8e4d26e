/** dom: nodes of the reader's page, which has no framework. */
export function node<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const svgSpace = 'http://www.w3.org/2000/svg';

export function svgNode(
  tag: 'svg' | 'path',
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Node[]
): SVGElement {
  const made = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The paths of icons in a square of 24, drawn as lines. */
export const icons = {
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  fit: 'M8 3H5a2 2 0 0 0-2 2v3M21 8V5a2 2 0 0 0-2-2h-3M3 16v3a2 2 0 0 0 2 2h3M16 21h3a2 2 0 0 0 2-2v-3',
  previous: 'm15 18-6-6 6-6',
  next: 'm9 18 6-6-6-6',
  chevron: 'm6 9 6 6 6-6',
} as const;

export const icon = (name: keyof typeof icons): SVGElement =>
  svgNode('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svgNode('path', { d: icons[name] }));

/** A button with an icon alone; `label` is its name and its hint. */
export function iconButton(name: keyof typeof icons, label: string, onPress: () => void): HTMLButtonElement {
  const made = node('button', { type: 'button', class: 'tool', 'aria-label': label, title: label }, icon(name));
  made.addEventListener('click', onPress);
  return made;
}
