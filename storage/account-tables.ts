/** The rows of credentials: tokens, grants, sessions, guests and codes (tables.ts). */
import type { Generated } from 'kysely';

/** `fence`, `client`: JSON. A row with a client is a grant, and has no secret of its own. `hand_from`: who may hand it tasks. */
export type TokenRow = {
  id: string;
  user_id: string;
  name: string;
  access: string;
  documents: string | null;
  hash: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  fence: Generated<string | null>;
  client: Generated<string | null>;
  handle: Generated<string | null>;
  hand_from: Generated<string | null>;
};

/** A client that registered itself. `redirect_uris`: a JSON list. `used_at`: when it was last given access. */
export type OAuthClientRow = { id: string; name: string; redirect_uris: string; created_at: number; used_at: number | null };

/** `kind`: code, access or refresh. `token_id`: the grant; null for a code that was not redeemed. `data`: JSON. */
export type OAuthSecretRow = {
  hash: string;
  kind: string;
  token_id: string | null;
  data: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
};

export type SessionRow = {
  hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  user_agent: Generated<string | null>;
  last_used_at: Generated<number | null>;
};

export type GuestRow = {
  hash: string;
  guest_id: string;
  document_id: string;
  link_id: string;
  name: string;
  color: string;
  created_at: number;
  expires_at: number;
};

export type SignInCodeRow = { hash: string; user_id: string; created_at: number; expires_at: number };

/**
 * `secret`: sealed. `confirmed_at`: null until the person has entered a first code. `last_step`: of the last code that was accepted.
 * `tries`: since `tries_since`, whether right or wrong.
 */
export type SecondFactorRow = {
  user_id: string;
  secret: string;
  created_at: number;
  confirmed_at: number | null;
  last_step: number;
  tries: number;
  tries_since: number;
};

export type RecoveryCodeRow = { user_id: string; hash: string };
