/** Errors as PostgreSQL sends them. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
import pg from 'pg';

export function serverError(code: string, message: string, severity: 'ERROR' | 'FATAL' = 'ERROR'): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, severity });
}

/** SQLite's extended codes for violated constraints. */
const constraints: Readonly<Record<number, string>> = {
  787: '23503',
  1_299: '23502',
  275: '23514',
  1_555: '23505',
  2_067: '23505',
};

/** PostgreSQL's error for one that SQLite raised, or the error itself. */
export function constraintError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const code = constraints[Number(error.errcode)];
  return code === undefined ? error : serverError(code, error.message);
}

/** Ends the session. */
export const terminated = (): pg.DatabaseError =>
  serverError('57P01', 'terminating connection due to administrator command', 'FATAL');
