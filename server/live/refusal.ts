/**
 * Thrown in a hook after the socket was closed, so that Hocuspocus stops handling the message. It has no message of its own: Hocuspocus logs
 * the messages of failing hooks, and a hostile peer must not fill the log.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string) {
    super('');
    this.code = code;
    this.reason = reason;
  }
}
