/** The element `<atelier-board src="https://…/p/…" tab="…" frame="…" theme="…" toolbar="0">`. Importing this module defines it. */
export declare class AtelierBoard extends HTMLElement {}

/** Defines the element, once. */
export declare function defineAtelierBoard(): void;

/** The events of the element: what a reader selects, by ref, and that the board was opened or has changed. */
export interface AtelierBoardEventMap {
  readonly ready: CustomEvent<null>;
  readonly change: CustomEvent<null>;
  readonly select: CustomEvent<{ readonly refs: readonly string[] }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'atelier-board': AtelierBoard;
  }
}
