/** The issuer of grants: the address by which clients know this installation (SPEC.md, OA1). */

/** `origin`: scheme and host of the call. Null if OAuth is not possible at this address. */
export function issuerOf(publicUrl: string | null, origin: string): string | null {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  return isLoopback(new URL(origin)) ? origin : null;
}

export const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** The paths of resources, each with metadata of its own: the installation, the API and the tool server. */
export const resourcePaths = ['', '/api/v1', '/mcp'] as const;

/** True if the resource of a request is one of this installation [OA10]. */
export function isResource(issuer: string, resource: string): boolean {
  return resourcePaths.some((path) => resource === `${issuer}${path}` || resource === `${issuer}${path}/`);
}
