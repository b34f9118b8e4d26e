/** Addresses without a user name, which can make an address look like another's: `https://bank.example@evil.example/`. */

const userName = /^(https?:\/\/)(?:\/+|[^/?#]*@)+/;

/** The address of the same page. Addresses that were stored while user names were allowed are read like this. */
export const withoutUserName = (address: string): string => address.replace(userName, '$1');

const storedUserName = /"(?:link|url)":"https?:\/\/(?:\/|[^"/?#]*@)/;

/** Parses stored elements, or what contains elements. */
export function parseElements(text: string): unknown {
  if (!storedUserName.test(text)) return JSON.parse(text);
  return JSON.parse(text, (name, value: unknown) =>
    (name === 'link' || name === 'url') && typeof value === 'string' ? withoutUserName(value) : value,
  );
}
