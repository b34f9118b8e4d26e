/** The security headers of every answer, as helmet sets them. They are the same for all answers, so helmet runs once. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import helmet from 'helmet';

/** `isHttps`: browsers must use HTTPS from now on. */
export function securityHeaders(isHttps: boolean): readonly (readonly [name: string, value: string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    // Other services of the host's subdomains are not this installation's to bind.
    strictTransportSecurity: isHttps && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
  });
  let fault: unknown;
  setHeaders(request, response, (error) => {
    fault = error;
  });
  if (fault !== undefined) throw new Error('the security headers could not be computed', { cause: fault });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
