/**
 * return-address: the address of the consent page while the person signs in with a provider, which sends the browser home. It is kept for
 * this window only, and used once.
 */
const key = 'atelier.return';

export function keepReturnAddress(): void {
  if (location.pathname === consentPath) sessionStorage.setItem(key, `${location.pathname}${location.search}`);
}

/** Goes back there, if the browser has just come home from a provider. */
export function takeReturnAddress(): void {
  const address = sessionStorage.getItem(key);
  if (address === null) return;
  sessionStorage.removeItem(key);
  if (location.pathname === '/') history.replaceState(null, '', `${address}${location.hash}`);
}

export const consentPath = '/oauth/authorize';
