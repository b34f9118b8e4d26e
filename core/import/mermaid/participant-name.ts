/** participant-name: the id of a participant, as statements of a sequence diagram say it. */

/** Mermaid draws `()` beside a name as a circle on the lifeline. */
export const properName = (text: string): string =>
  text
    .trim()
    .replace(/^\(\)|\(\)$/, '')
    .trim();
