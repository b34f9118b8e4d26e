/** What the handling of a call needs besides the request. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Request, Response } from 'express';

import type { Application } from '#server/app/app.ts';
import type { CallerBudgets } from '#server/budgets/caller-budgets.ts';

import type { BodyRoom } from './body-room.ts';
import type { CallerTurns } from './caller-turns.ts';
import type { CallBudget } from './rate-limit.ts';

export type RestLog = {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
};

export type RestContext = {
  readonly app: Application;
  readonly budget: CallBudget;
  /** What callers may use of the event loop, and how many bytes. */
  readonly accounts: CallerBudgets;
  /** Room for large bodies of the API, and of the tool server, whose calls make calls of the API. */
  readonly bodies: BodyRoom;
  readonly toolBodies: BodyRoom;
  /** Turns for pictures and long answers. */
  readonly reads: CallerTurns;
  /** PUBLIC_URL, or null. */
  readonly publicUrl: string | null;
  isDraining(): boolean;
  /** The median lateness of the event loop, ms, as a multiple of the bound that the operator has set. */
  overload(): number;
  /** The scheme and host by which the caller reached this server. */
  originOf(request: IncomingMessage): string;
  requestIdOf(response: ServerResponse): string;
  /** Answers an exception with a problem, and logs it. */
  fail(request: Request, response: Response, error: unknown): void;
};
