/**
 * guest: whether a person without an account is at the page. Guests who edit reach neither the past nor proposals, and have no images.
 *
 * People at a chat board are not signed in either: the ticket stands for them.
 */
import { type Readable, useValue } from '../state/signal.ts';
import { server } from './server.ts';

type Visitor = { readonly self: Readable<unknown> };

export const isGuest = ({ self }: Visitor): boolean => self.get() === null && server.get().ticket === undefined;

export function useIsGuest(visitor: Visitor): boolean {
  useValue(visitor.self);
  return isGuest(visitor);
}
