/** Parts of Markdown that references are made of. */
export const code = (text: string): string =>
  text
    .split(', ')
    .map((part) => `\`${part}\``)
    .join(', ');
export const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
export const fenced = (text: string): string => `\`\`\`\n${text.trimEnd()}\n\`\`\``;
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
