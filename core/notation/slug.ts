/** slug: makes the slug of an id from a label. */
const slugLength = 24;

/** The slug itself for number 1, the slug with the number appended for others. */
export function numberedSlug(slug: string, number: number): string {
  if (number === 1) return slug;
  const tail = `-${number}`;
  return slug.slice(0, slugLength - tail.length) + tail;
}

/** The part of a label that is valid in a slug; may be empty. */
export function slugFrom(label: string): string {
  const plain = label
    .slice(0, 4 * slugLength)
    .normalize('NFKD')
    .toLowerCase();
  let slug = '';
  for (const character of plain) {
    if (slug.length > slugLength) break;
    const code = character.charCodeAt(0);
    const letter = code >= 97 && code <= 122;
    const digit = code >= 48 && code <= 57;
    if (letter || (digit && slug !== '')) slug += character;
    else if (!isMark(code) && slug !== '' && !slug.endsWith('-')) slug += '-';
  }
  const cut = slug.length <= slugLength ? slug : cutAtWord(slug.slice(0, slugLength));
  return cut.endsWith('-') ? cut.slice(0, -1) : cut;
}

/** Combining marks, which decomposition splits off their letters. */
const isMark = (code: number): boolean => code >= 0x300 && code <= 0x36f;

function cutAtWord(slug: string): string {
  const dash = slug.lastIndexOf('-');
  return dash > slugLength / 2 ? slug.slice(0, dash) : slug;
}
