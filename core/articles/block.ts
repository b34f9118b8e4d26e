/** block: the parts of an article as its markdown is read: plain text, with its markup beside it. */

export type ArticleLink = { readonly text: string; readonly url: string };

/** The nesting of a block: in lists, each by its widest marker, and in quotes. */
export type BlockContext = { readonly lists: readonly string[]; readonly isQuote: boolean };

export type Block = BlockContext &
  (
    | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly links: readonly ArticleLink[] }
    | {
        readonly kind: 'text';
        readonly text: string;
        readonly links: readonly ArticleLink[];
        /** The bullet or number beside the text. */
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
