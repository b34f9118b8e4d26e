/** Completes the address of a server to its API root. */
export function apiRoot(address: string): string {
  const url = address.replace(/\/+$/, '');
  return /^https?:\/\/[^/]+$/.test(url) ? `${url}/api/v1` : url;
}
