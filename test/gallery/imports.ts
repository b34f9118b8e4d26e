/** The diagrams of docs/import, which docs/import.md shows beside their texts. */
export const importedDrawings = [
  { name: 'orders', title: 'Orders', theme: 'light' },
  { name: 'checkout', title: 'Checkout', theme: 'light' },
  { name: 'shapes', title: 'Shapes', theme: 'light' },
  { name: 'shop', title: 'Shop', theme: 'light' },
  { name: 'ticket', title: 'Ticket', theme: 'light' },
  { name: 'launch', title: 'Launch', theme: 'light' },
] as const;

/** The changeset that draws a text. */
export const changesetOf = (mermaid: string): string => `import mermaid <<END\n${mermaid.trimEnd()}\nEND\n`;
