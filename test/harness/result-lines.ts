/** The result lines of a changeset's answer as text, without those about lint and the page, and without the last one. */
export const resultLines = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .filter((line) => !/^(?:re-routed|introduced|resolved|older|page): /.test(line));
