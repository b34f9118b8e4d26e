/** context: what the plumbing of a call knows beside the request. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Request, Response } from 'express';

import type { Application } from '#server/app/app.ts';

import type { BodyRoom } from './body-room.ts';
import type { CallBudget } from './rate-limit.ts';

export type RestLog = {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
};

export type RestContext = {
  readonly app: Application;
  readonly budget: CallBudget;
  /** Where large bodies of the API are taken in, and those of the tool server, whose calls end in calls of the API. */
  readonly bodies: BodyRoom;
  readonly toolBodies: BodyRoom;
  /** PUBLIC_URL, or null. */
  readonly publicUrl: string | null;
  isDraining(): boolean;
  /** Scheme and host by which the caller reached this server. */
  originOf(request: IncomingMessage): string;
  requestIdOf(response: ServerResponse): string;
  /** Answers what went wrong, and logs it when it is a fault of ours. */
  fail(request: Request, response: Response, error: unknown): void;
};
