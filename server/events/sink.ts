/** sink: the open end of a connection that a stream of text is written to. */

export type Sink = {
  write(text: string): void;
  /** Bytes that were written and have not left this process. */
  readonly unsentBytes: number;
  /** True once either side has ended. */
  readonly closed: boolean;
  /** Ends it in good order. */
  end(): void;
  /** Ends it at once; what was not sent is lost. */
  cut(): void;
  onClose(listener: () => void): void;
};
