/** The diagrams of docs/import, which docs/import.md shows as Mermaid draws them and as they are imported. */
export const importedDrawings = [
  { name: 'orders', title: 'Orders', theme: 'light' },
  { name: 'checkout', title: 'Checkout', theme: 'light' },
  { name: 'shapes', title: 'Shapes', theme: 'light' },
  { name: 'shop', title: 'Shop', theme: 'light' },
  { name: 'ticket', title: 'Ticket', theme: 'light' },
  { name: 'launch', title: 'Launch', theme: 'light' },
  { name: 'services', title: 'Services', theme: 'light' },
  { name: 'release', title: 'Release', theme: 'light' },
  { name: 'sign-in', title: 'Sign-in', theme: 'light' },
  { name: 'parcel', title: 'Parcel', theme: 'light' },
  { name: 'school', title: 'School', theme: 'light' },
  { name: 'payments', title: 'Payments', theme: 'light' },
] as const;

/** The changeset that draws a text. */
export const changesetOf = (mermaid: string): string => `import mermaid <<END\n${mermaid.trimEnd()}\nEND\n`;

const heading = '## Examples';

/** The page with its last section up to date. `textOf`: the text of a diagram. */
export function withExamples(page: string, textOf: (name: string) => string): string {
  const examples = importedDrawings.map(({ name, title }) =>
    [
      `### ${title}`,
      '<table><tr><td>',
      `\`\`\`mermaid\n${textOf(name).trimEnd()}\n\`\`\``,
      '</td><td>',
      `![${title}](import/${name}.svg)`,
      '</td></tr></table>',
    ].join('\n\n'),
  );
  const about = 'Each text as Mermaid draws it, where it is shown with pictures, and as it is drawn here.';
  return `${[page.slice(0, page.indexOf(heading)) + heading, about, ...examples].join('\n\n')}\n`;
}
