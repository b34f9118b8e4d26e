/**
 * limits: every limit of the contract in one place, with its unit in its name or beside it.
 *
 * Characters are Unicode code points; canvas lengths are pixels. A limit that the interface fixes says so;
 * the others protect the server and are chosen with the reason given.
 */

export const limits = {
  // Changesets (fixed by the interface).
  operationsPerChangeset: 500,
  charactersPerLine: 16_384,
  parseErrorsReported: 10,
  summaryCharacters: 200,
  gapMax: 2_000,
  labelCappedAt: 40,
  changesetListDefault: 20,
  changesetListMax: 100,
  changesetRetentionDays: 30,
  crossingCheckArrows: 300,

  // Documents (fixed by the interface).
  tabsPerDocument: 100,
  elementsPerTab: 10_000,
  itemsPerDocument: 2_000,
  bytesPerElement: 65_536,
  /** Of a document, encoded: it is loaded, sent and kept in memory as a whole. Chosen. */
  documentBytes: 32 * 1024 * 1024,
  trashDays: 30,
  documentListDefault: 20,
  documentListMax: 100,

  // Comments. The length is fixed by the interface; the others keep one who may only comment from filling a document up.
  commentCharacters: 2_000,
  commentsPerElement: 1_000,
  commentsPerDocument: 10_000,

  // Cards. Fixed by the interface:
  titleCharacters: 500,
  labelsPerCard: 12,
  estimateMax: 999,
  checklistEntries: 100,
  commentsPerCard: 200,
  itemsPerCall: 200,
  itemTypes: 32,
  dotsPerTally: 1_000,
  // Chosen, so that one card stays far below a value's size in the document.
  descriptionCharacters: 20_000,
  cardLabelCharacters: 100,
  checklistTextCharacters: 500,
  votersPerCard: 1_000,
  dotsMax: 1_000_000,
  customTextCharacters: 2_000,
  customFieldsPerType: 64,
  optionsPerField: 100,

  // Presence of agents (fixed by the interface).
  presenceStatusCharacters: 80,
  presenceFocus: 20,
  presenceTtlMinMs: 1_000,
  presenceTtlMaxMs: 120_000,
  presenceTtlMs: 30_000,
  /** What an applied or reverted changeset keeps a present token's presence for. */
  presenceKeptMs: 30_000,
  agentsPerDocument: 32,

  // Values. Coordinates stay far inside the integers a double holds exactly, and inside what any renderer draws.
  coordinateMax: 10_000_000,
  sizeMax: 1_000_000,
  nameCharacters: 200,
  /** A label or note: bounded so that one element cannot pass bytesPerElement by text alone before it is measured. */
  labelCharacters: 10_000,
  noteCharacters: 20_000,
  linkCharacters: 2_048,
  layersPerTab: 100,
  wayPoints: 200,
  strokePoints: 5_000,
  tableColumns: 50,
  tableRows: 500,
  boardColumns: 50,

  // Pages and articles. The changes of a call are fixed by the interface.
  pageChanges: 50,
  pagesPerTab: 1_000,
  pageColours: 16,
  /** A book's chapter has 30,000; an article of the most there is takes some seconds less than a worker may. */
  articleCharacters: 400_000,
  /** Quotes in quotes and lists in lists: the reader of markdown goes into each. */
  articleDepth: 16,
  articleBodyBytes: 2 * 1024 * 1024,
  // Sheets (rows, columns, cells fixed by the interface).
  sheetRows: 5_000,
  sheetColumns: 200,
  sheetCells: 100_000,
  cellsPerWrite: 5_000,
  /** Each costs what the sheet has of rows. */
  layoutChangesPerWrite: 100,
  /** What the filter of a column may show. */
  filterValues: 1_000,
  filterCharacters: 2_000,
  /** More make no sense for people, and each is looked at when a title is looked up. The live protocol's guard knows the same. */
  sheetsPerDocument: 1_000,
  /** Of a text in a cell, as other spreadsheets have it; a formula takes a quarter. */
  cellCharacters: 32_767,
  formulaCharacters: 8_192,
  formulaDepth: 64,
  /** Units of core/sheet/recalculation-budget.ts, about 40 ns each: a formula that takes more is `#LIMIT!`. Nothing else bounds what is calculated. */
  formulaWork: 1_000_000,
  /** Units that one formula takes at a time; a longer one goes on in a later turn of the event loop. */
  formulaTurnWork: 25_000,
  /** Units worked off between two looks at the clock. */
  recalculationStep: 5_000,
  /** Units that a request calculates itself; what is left goes on in the background. A write holds its document for that long. */
  recalculationPerRequest: 5_000_000,
  /** How long a request that reads sheets waits for values that are calculated in the background. */
  sheetReadWaitMs: 2_000,
  /** The background calculates for the first in each period of the second, so that requests have the event loop for the rest. */
  recalculationTurnMs: 5,
  recalculationPeriodMs: 10,
  /** Characters of all texts that the formulas of a document make; formulas whose texts have no room stay pending. */
  formulaTextCharacters: 16_000_000,
  /** Cells in the ranges whose values a document keeps for its formulas. */
  cachedRangeCells: 500_000,

  // Bodies (fixed by the interface), bytes.
  changesetBodyBytes: 9 * 1024 * 1024,
  bodyBytes: 1024 * 1024,
  /** Of a call of the tool server: the largest image as base64, and what is said beside it. */
  toolBodyBytes: 14 * 1024 * 1024,
  /** Of all large bodies that a node takes in at once: what the collector has not yet given back comes on top. */
  bodyRoomBytes: 32 * 1024 * 1024,
  /** Characters and points of a picture: beyond, drawing one would hold the server up. */
  pictureWork: 2_000_000,
  /** Drawing 10,000 honest elements takes a tenth of it; arrows that wind through thousands of boxes can take seconds. */
  pictureMs: 3_000,
  /** Of a PNG: 64 MiB of memory while it is drawn, three times that when parts of it are half transparent. */
  picturePixels: 16_777_216,
  /** Of a PNG, either side: what image viewers and models take. */
  pictureSidePixels: 16_384,
  /** Of the PNG in an answer to a changeset, which is scaled down to it: more than models look at. */
  answerPicturePixels: 4_194_304,
  pictureScaleMin: 0.25,
  pictureScaleMax: 4,
  picturePaddingMax: 1_000,
  /** Of uploaded images inlined in one picture, each as often as it is shown; what is beyond is drawn as a stand-in. */
  pictureImageBytes: 24 * 1024 * 1024,
  /** Of one image in a PNG, which is decoded whole: 64 MiB of memory. */
  pictureImagePixels: 16_777_216,
  /** Deeper JSON breaks JSON.stringify of the answer. */
  jsonDepth: 32,

  // Images, libraries and themes. Those of an image, a gallery, and the numbers of libraries and items are fixed by the interface.
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 64_000_000,
  galleryImages: 1_000,
  galleryBytes: 1024 * 1024 * 1024,
  fileNameCharacters: 255,
  /** Bytes that no image refers to, and images that left the gallery and are used nowhere, are kept for so long. */
  strayBlobHours: 24,
  itemsPerLibrary: 1_000,
  librariesPerUser: 100,
  /** Of a library's item: what somebody draws and keeps as one thing. */
  elementsPerItem: 500,
  /** All of a person's libraries are answered together. */
  libraryCharactersPerUser: 8 * 1024 * 1024,
  themesPerUser: 100,

  // Copies: beyond these a document is not copied in one call.
  copyBytes: 64 * 1024 * 1024,
  copyMs: 20_000,

  // Calls.
  idempotencyKeyCharacters: 128,
  idempotencyHours: 24,
  callsPerMinutePerToken: 1_200,
  callsPerMinutePerAddress: 300,
  failedSignInsPerMinute: 10,

  // Tool server. Models have a context to keep, and clients cut what is longer.
  toolAnswerTokens: 20_000,
  /** Of a picture for which no scale was asked: what models look at without scaling it down themselves. */
  toolPicturePixels: 2_359_296,
  /** A wait of one call: clients and proxies give up long before an hour. */
  toolWaitSeconds: 3_600,

  // Live protocol.
  frameBytes: 4 * 1024 * 1024,
  authenticationMs: 5_000,
  ticketSeconds: 60,
  /** A burst, and a rate held for floodSeconds, after which a socket is closed as flooding. */
  messagesPerBurst: 1_000,
  messagesPerSecond: 200,
  floodSeconds: 10,
  bufferedBytesPerReader: 8 * 1024 * 1024,
  bufferedMsPerReader: 10_000,
  /** While a whole state is on its way: 32 MiB over 4.5 Mbit/s. */
  wholeStateMsPerReader: 60_000,
  awarenessBytes: 4_096,
  selectionElements: 200,
  /** An editor of whom nothing is heard for so long (a computer that sleeps) holds nothing any more. Idle ones speak up every 15 s. */
  selectionSilentMs: 60_000,
  pingMs: 10_000,
  /** An editor that hears nothing for so long takes its connection for lost, and gives it up after three tenths more. */
  serverSilentMs: 20_000,
  /** Full synchronisations a connection may ask for in a minute: each costs an encoding of the document. */
  fullSyncsPerMinute: 4,
  pendingDocuments: 4,
  /** Each gets every message of its document: one socket with many would make each edit dear for everybody. */
  documentsPerSocket: 64,
  unauthenticatedQueueBytes: 65_536,
  /** An editor's own of past page loads, and those of others whose edits it saw and a broken server lost: all who were there. */
  clientIdsPerHandshake: 64,
  yTypeDepth: 8,
  /** The longest text of a cell in any script, four bytes a character; a card's description takes less. */
  stringBytes: 131_072,
  /** A card's longest checklist takes 200 KiB. */
  valueBytes: 262_144,
  keyCharacters: 64,
  massDeleteElements: 500,

  // Live events.
  /** Streams open on one node: each holds a connection. */
  eventStreamsPerNode: 1_000,
  /** For so long a reader goes on without a gap; rows are kept for twice as long, for clocks that differ. */
  eventResumeMinutes: 30,

  // Access.
  tokensPerUser: 200,
  documentsPerToken: 100,
  shareLinksPerDocument: 200,
  membersPerDocument: 1_000,
  sessionDays: 30,
  signInCodeHours: 24,
} as const;
