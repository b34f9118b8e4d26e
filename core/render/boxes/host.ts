/** The host of a web address, for display; empty if it has none. */
export function hostOf(address: string | undefined): string {
  const rest = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(address ?? '')?.[1] ?? '';
  return rest.startsWith('www.') ? rest.slice(4) : rest;
}
