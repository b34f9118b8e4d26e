/** Addresses that elements link to. */
import Type from 'typebox';

import { limits } from './limits.ts';

/** http and https only, and no user name, which can make an address look like another's: the addresses that a drawing may send a browser to. */
export const WebAddress = Type.String({
  maxLength: limits.linkCharacters,
  pattern: '^https?://[^\\s"<>\\\\/?#@]+([/?#][^\\s"<>\\\\]*)?$',
  description: 'An address that starts with http:// or https://, without a user name.',
});
/** A link of an element: http, https or mailto. */
export const Link = Type.String({
  maxLength: limits.linkCharacters,
  pattern: '^(https?://[^\\s"<>\\\\/?#@]+([/?#][^\\s"<>\\\\]*)?|mailto:[^\\s"<>\\\\]+)$',
  description: 'An address that starts with http://, https:// or mailto:, without a user name before the host.',
});
