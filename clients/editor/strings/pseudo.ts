/**
 * pseudo: the pseudo-locale `en-XA`, generated from English: `⟦Šáṽé·⟧`.
 *
 * Every letter has an accent, texts are about two fifths longer, and brackets show where one is cut off or concatenated. The
 * arguments of functions stay as they are: they are names, numbers or keys, not texts of the interface.
 */
const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = 'ÁƁÇĎÉƑĜĤÍĴĶĹṀŃÓƤǪŘŠŤÚṼŴẊÝŽáƀçďéƒĝĥíĵķĺṁńóƥǫřšťúṽŵẋýž';
const letters = new Map(Array.from(plain, (letter, at) => [letter, accented[at] ?? letter]));

/** The text in the pseudo-locale; `given` is kept. */
export function pseudoText(text: string, given: readonly string[] = []): string {
  if (text === '') return '';
  const kept = given.filter((part) => part !== '').toSorted((a, b) => b.length - a.length);
  const parts = kept.length === 0 ? [text] : text.split(new RegExp(`(${kept.map(escaped).join('|')})`));
  const body = parts.map((part) => (kept.includes(part) ? part : Array.from(part, (sign) => letters.get(sign) ?? sign).join('')));
  return `⟦${body.join('')}${'·'.repeat(Math.ceil(text.length * 0.4))}⟧`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A catalogue in the pseudo-locale: its texts and the results of its functions, recursively. */
export function pseudoLocalized<T>(catalogue: T): T {
  return localized(catalogue) as T;
}

function localized(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value);
  if (typeof value === 'function') {
    const text = value as (...given: readonly unknown[]) => unknown;
    return (...given: readonly unknown[]) => {
      const answer = text(...given);
      return typeof answer === 'string' ? pseudoText(answer, given.map(String)) : answer;
    };
  }
  if (Array.isArray(value)) return value.map(localized);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, localized(entry)]));
  }
  return value;
}
