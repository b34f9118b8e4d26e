/** Closes the socket of an editor whose message is refused (SPEC.md, LV15). */
import type { CloseCode } from './close-codes.ts';
import type { EditorSocket } from './editor-socket.ts';
import { Refusal } from './refusal.ts';

/** Returns what the hook throws. */
export type CloseSocket = (socket: EditorSocket, code: CloseCode, reason: string) => Refusal;

/** `onRefused` counts refusals by their reason. */
export const socketCloser =
  (onRefused: (reason: string) => void): CloseSocket =>
  (socket, code, reason) => {
    onRefused(reason);
    // The refusal reaches the peer before the close frame.
    socket.refuseSoon(code, reason);
    return new Refusal(code, reason);
  };
