/** Completes a route: OPTIONS answers its methods, and any other method is refused. */
import type { IRoute } from 'express';

import { problem } from '#schema/problem.ts';

import { sendProblem } from './answer.ts';
import type { RestContext } from './context.ts';
import type { RouteMethod } from './route.ts';

/** Called once the route has all its methods. GET includes HEAD. */
export function allowMethods(rest: RestContext, at: IRoute, methods: readonly RouteMethod[]): void {
  const allowed = [...methods, ...(methods.includes('get') ? ['head'] : []), 'options'].map((method) => method.toUpperCase());
  const allow = allowed.join(', ');
  at.options((_request, response) => void response.writeHead(204, { Allow: allow }).end());
  at.all((request, response) => {
    response.setHeader('Allow', allow);
    sendProblem(rest, request, response, problem('method_not_allowed', { allowed }));
  });
}
