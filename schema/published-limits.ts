/** The limits of share links and published boards. */
export const publishedLimits = {
  shareLinksPerDocument: 200,
  /** Readers of one link, of one address (a school behind one), and all of them, on a node. Each takes some 10 KB, and 10 µs a message. */
  publishedReaders: { perLink: 5_000, perAddress: 1_000, perNode: 10_000 },
  /** What a reader may leave unread. One larger message is allowed. */
  publishedUnreadBytes: 1024 * 1024,
  /** Of the pictures of published boards that a node keeps. */
  publishedPictureBytes: 64 * 1024 * 1024,
  /** What the pictures, images and pages of one link may take of the event loop, and bytes a second. */
  loopPercentPerLink: 30,
  bytesPerSecondPerLink: 16 * 1024 * 1024,
  /** The size of an embedded board where the page that embeds it sets none. */
  embedWidth: 800,
  embedHeight: 600,
} as const;
