/** The limits of pictures of a tab, among those of limits.ts. */
export const pictureLimits = {
  /** Characters and points of a picture. Drawing more would block the server. */
  pictureWork: 2_000_000,
  /** Drawing 10,000 ordinary elements takes a tenth of this; arrows that wind through thousands of boxes can take seconds. */
  pictureMs: 3_000,
  /** The same of a PDF, whose text is shaped and whose fonts are cut: 10,000 elements take 3 s. */
  pdfMs: 8_000,
  /** A PNG of this size takes 64 MiB of memory while it is drawn, and three times that if parts of it are translucent. */
  picturePixels: 16_777_216,
  /** The least that a caller may scale a PNG down to. */
  picturePixelsMin: 1_000,
  /** How long a browser may keep a picture whose address names the last change. */
  pictureKeptHours: 24,
  /** Width and height of a PNG: what image viewers and models accept. */
  pictureSidePixels: 16_384,
  /** The PNG in the answer to a changeset is scaled down to this: more than models look at. */
  answerPicturePixels: 4_194_304,
  pictureScaleMin: 0.25,
  pictureScaleMax: 4,
  picturePaddingMax: 1_000,
} as const;
