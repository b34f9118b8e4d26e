/** block: what an article consists of, as its markdown is read: plain text, with what the markdown said about it beside it. */

export type ArticleLink = { readonly text: string; readonly url: string };

/** Where a block stands: in lists, each by the widest of its markers, and in quotes. */
export type BlockContext = { readonly lists: readonly string[]; readonly isQuote: boolean };

export type Block = BlockContext &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly links: readonly ArticleLink[] }
    | {
        readonly kind: 'text';
        readonly text: string;
        readonly links: readonly ArticleLink[];
        /** The bullet or number that the text stands beside. */
        readonly marker?: string;
      }
    | { readonly kind: 'code'; readonly text: string }
    | {
        readonly kind: 'table';
        readonly head: readonly string[];
        readonly rows: readonly (readonly string[])[];
        readonly links: readonly ArticleLink[];
      }
    | { readonly kind: 'image'; readonly imageId: string; readonly alt: string }
    | { readonly kind: 'rule' }
  );
