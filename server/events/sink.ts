/** The connection that a stream of text is written to. */

export type Sink = {
  write(text: string): void;
  /** Bytes that were written and are still in this process. */
  readonly unsentBytes: number;
  /** True once either side has ended. */
  readonly closed: boolean;
  /** Ends the stream after what was written. */
  end(): void;
  /** Closes the connection at once; unsent bytes are lost. */
  cut(): void;
  onClose(listener: () => void): void;
};
