/**
 * All limits of the API in one place, each with its unit in its name or beside it.
 *
 * Characters are Unicode code points; canvas lengths are pixels. A comment says which limits the API fixes; the others protect the
 * server, for the reasons given.
 */
import { accountLimits } from './account-limits.ts';
import { programLimits } from './program-limits.ts';
import { proposalLimits } from './proposal-limits.ts';
import { publishedLimits } from './published-limits.ts';
import { pictureLimits } from './picture-limits.ts';
import { searchLimits } from './search-limits.ts';
import { styleLimits } from './style-limits.ts';
import { taskLimits } from './task-limits.ts';

export const limits = {
  // Changesets (fixed by the API).
  operationsPerChangeset: 500,
  charactersPerLine: 16_384,
  parseErrorsReported: 10,
  /** Characters of an operation in JSON, each value counting eight more: several times the largest element. Not fixed by the API. */
  operationSize: 524_288,
  // A corrected operation that a hint shows whole.
  hintCharacters: 400,
  summaryCharacters: 200,
  gapMax: 2_000,
  labelCappedAt: 40,
  changesetListDefault: 20,
  changesetListMax: 100,
  changesetRetentionDays: 30,
  /** Days for which each moment can be read, unless the operator sets another number. Not fixed by the API. */
  pastDays: 30,
  /** Each keeps a snapshot of the whole document. Not fixed by the API. */
  versionsPerDocument: 100,
  crossingCheckArrows: 300,

  // Documents (fixed by the API).
  tabsPerDocument: 100,
  elementsPerTab: 10_000,
  itemsPerDocument: 2_000,
  bytesPerElement: 65_536,
  /** The encoded document, which is loaded, sent and kept in memory as a whole. Not fixed by the API. */
  documentBytes: 32 * 1024 * 1024,
  trashDays: 30,
  documentListDefault: 20,
  documentListMax: 100,

  // Comments. The API fixes these; how many a document holds is limited by its bytes.
  commentCharacters: 2_000,
  commentsPerElement: 1_000,
  /** Different people. Each gets a row of the database. */
  mentionsPerComment: 20,
  mentionListDefault: 20,
  mentionListMax: 100,

  // Cards. Fixed by the API:
  titleCharacters: 500,
  labelsPerCard: 12,
  estimateMax: 999,
  checklistEntries: 100,
  commentsPerCard: 200,
  itemsPerCall: 200,
  itemTypes: 32,
  dotsPerTally: 1_000,
  // Not fixed: one card stays far below `valueBytes`.
  descriptionCharacters: 20_000,
  cardLabelCharacters: 100,
  checklistTextCharacters: 500,
  votersPerCard: 1_000,
  dotsMax: 1_000_000,
  customTextCharacters: 2_000,
  customFieldsPerType: 64,
  optionsPerField: 100,

  // Presence of agents (fixed by the API).
  presenceStatusCharacters: 80,
  presenceFocus: 20,
  presenceTtlMinMs: 1_000,
  presenceTtlMaxMs: 120_000,
  presenceTtlMs: 30_000,
  /** Applying or reverting a changeset extends the presence of a present token by this. */
  presenceKeptMs: 30_000,
  agentsPerDocument: 32,

  // Values. Coordinates are far within the integers that a double represents exactly, and within what any renderer draws.
  coordinateMax: 10_000_000,
  sizeMax: 1_000_000,
  nameCharacters: 200,
  /** Labels and notes are bounded so that text alone cannot make an element exceed bytesPerElement before it is measured. */
  labelCharacters: 10_000,
  noteCharacters: 20_000,
  linkCharacters: 2_048,
  layersPerTab: 100,
  wayPoints: 200,
  strokePoints: 5_000,
  tableColumns: 50,
  tableRows: 500,
  /** Bars of one lifeline: more are not drawn. A participant that is called more often is a table. */
  lifelineBars: 500,
  /** Sections of a block in a sequence, apart from the first. */
  blockSections: 50,
  boardColumns: 50,
  /** Of the name of a source, and of an id in it. */
  originCharacters: 1_000,

  // Pages and articles. The API fixes the changes of a call.
  pageChanges: 50,
  pagesPerTab: 1_000,
  pageColors: 16,
  /** A chapter of a book has 30,000. The longest article takes a worker a few seconds less than its time limit. */
  articleCharacters: 400_000,
  /** Nested quotes and lists: the Markdown parser recurses into each. */
  articleDepth: 16,
  articleBodyBytes: 2 * 1024 * 1024,

  // Sheets (the API fixes rows, columns and cells).
  sheetRows: 5_000,
  sheetColumns: 200,
  sheetCells: 100_000,
  cellsPerWrite: 5_000,
  /** The cost of each is proportional to the sheet's rows. */
  layoutChangesPerWrite: 100,
  /** Values that the filter of a column shows. */
  filterValues: 1_000,
  filterCharacters: 2_000,
  /** More is of no use to people, and looking up a title visits each sheet. The guard of the live protocol has the same limit. */
  sheetsPerDocument: 1_000,
  /** The limit of other spreadsheets for text in a cell. A formula may have a quarter of it. */
  cellCharacters: 32_767,
  formulaCharacters: 8_192,
  formulaDepth: 64,
  /** Units of core/sheet/recalculation-budget.ts, about 40 ns each. A formula that needs more evaluates to `#LIMIT!`; nothing else bounds evaluation. */
  formulaWork: 1_000_000,
  /** Units that one formula takes at a time. A longer one continues in a later turn of the event loop. */
  formulaTurnWork: 25_000,
  /** Units between two readings of the clock. */
  recalculationStep: 5_000,
  /** Units that a request evaluates itself; the rest continues in the background. A write blocks its document for that long. */
  recalculationPerRequest: 5_000_000,
  /** How long a request that reads sheets waits for values that are evaluated in the background. */
  sheetReadWaitMs: 2_000,
  /** The background evaluates for recalculationTurnMs of each recalculationPeriodMs, and leaves the event loop to requests for the rest. */
  recalculationTurnMs: 5,
  recalculationPeriodMs: 10,
  /** Characters of all texts that the formulas of a document evaluate to. Formulas whose texts exceed it stay pending. */
  formulaTextCharacters: 16_000_000,
  /** Cells in the ranges whose values a document caches for its formulas. */
  cachedRangeCells: 500_000,

  // Bodies (fixed by the API), bytes.
  changesetBodyBytes: 9 * 1024 * 1024,
  importBodyBytes: 9 * 1024 * 1024,
  /** Images of one import that are uploaded. */
  importedImages: 100,
  /** What an export leaves out, in a header. */
  droppedHeaderBytes: 2_000,
  libraryBodyBytes: 9 * 1024 * 1024,
  bodyBytes: 1024 * 1024,
  /** A call of the tool server: the largest image as base64, and the other arguments. */
  toolBodyBytes: 14 * 1024 * 1024,
  /** All large bodies that a node reads at the same time. Garbage that is not yet collected comes on top. */
  bodyRoomBytes: 32 * 1024 * 1024,
  ...pictureLimits,
  /** Uploaded images inlined in one picture, each as often as it is shown. Beyond it, placeholders are drawn. */
  pictureImageBytes: 24 * 1024 * 1024,
  /** One image in a PNG: a photograph of a camera with 24 or 26 megapixels. Decoding it takes 200 MB of memory. */
  pictureImagePixels: 27_000_000,
  /** All images in a PNG, each as often as it is shown. Decoding takes 16 ms of CPU time for a million pixels. */
  pictureAllImagesPixels: 100_000_000,
  /** One GIF in a PNG: the decoder takes at most 50 MB for a frame. */
  pictureGifPixels: 12_500_000,
  /** Deeper JSON would overflow the stack when the answer is stringified. */
  jsonDepth: 32,
  /** Members of one object, entries of one list and characters of a member name in a body: twice as many as any call takes. Reading and checking more would block the server. */
  jsonMembers: 2_000,
  jsonEntries: 20_000,
  jsonNameLength: 8_192,

  // Images, libraries and themes. The API fixes the limits of images, galleries, and the numbers of libraries and items.
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 64_000_000,
  galleryImages: 1_000,
  galleryBytes: 1024 * 1024 * 1024,
  fileNameCharacters: 255,
  /** How long blobs without an image are kept, and images that were removed from the gallery and are not in use. */
  strayBlobHours: 24,
  itemsPerLibrary: 1_000,
  librariesPerUser: 100,
  /** The elements of one library item: a drawing that is used as a unit. */
  elementsPerItem: 500,
  /** One answer contains all libraries of a person. */
  libraryCharactersPerUser: 8 * 1024 * 1024,
  themesPerUser: 100,
  foldersPerUser: 200,

  // Copies. A document that exceeds these cannot be copied in one call.
  copyBytes: 64 * 1024 * 1024,
  copyMs: 20_000,

  // Calls.
  idempotencyKeyCharacters: 128,
  idempotencyHours: 24,
  callsPerMinutePerToken: 1_200,
  callsPerMinutePerAddress: 300,
  failedSignInsPerMinute: 10,

  // Tool server. The context of models is limited, and clients truncate longer answers.
  toolAnswerTokens: 20_000,
  /** A picture requested without a scale: what models look at without scaling it down themselves. */
  toolPicturePixels: 2_359_296,
  /** The wait of one call. Clients and proxies give up long before an hour. */
  toolWaitSeconds: 3_600,

  // Live protocol.
  frameBytes: 4 * 1024 * 1024,
  authenticationMs: 5_000,
  ticketSeconds: 60,
  /** A chat board asks for a new ticket before this one expires. */
  chatTicketSeconds: 10 * 60,
  /** A socket is closed for flooding after a burst, or after this rate for floodSeconds. */
  messagesPerBurst: 1_000,
  messagesPerSecond: 200,
  floodSeconds: 10,
  bufferedBytesPerReader: 8 * 1024 * 1024,
  bufferedMsPerReader: 10_000,
  /** While a whole state is in transit: 32 MiB over 4.5 Mbit/s. */
  wholeStateMsPerReader: 60_000,
  /** Of the timer of a document: a day. */
  timerSeconds: 86_400,
  /** That each person has in a vote on the elements of a tab. */
  votesPerPerson: 20,
  awarenessBytes: 4_096,
  selectionElements: 200,
  /** Of the line of a laser pointer in one state: those of a quarter of a second, in a fifth of its bytes. */
  laserPoints: 32,
  /** Of the text that a person is typing, in one state: longer ones are seen when they are written. */
  typingCharacters: 500,
  /** An editor that sends nothing for this long (a sleeping computer) no longer holds elements. Idle editors send a message every 15 s. */
  selectionSilentMs: 60_000,
  pingMs: 10_000,
  /** An editor that receives nothing for this long considers its connection lost, and closes it after three tenths more. */
  serverSilentMs: 20_000,
  /** Full synchronizations that a connection may request per minute. Each encodes the document. */
  fullSyncsPerMinute: 4,
  /** The same for all sockets of a person: a few per open document when a node restarts. */
  fullSyncsPerMinuteAndPerson: 120,
  /** A larger update of an editor that may only read counts as a request for a whole state: it is as expensive. */
  readerUpdateBytes: 65_536,
  /** All guests of an address: a class that opens a link. */
  fullSyncsPerMinuteOfGuests: 1_200,
  /** Clients of a state vector beyond those of the document: an editor's own, and those whose edits only it has. */
  unknownClientsPerStateVector: 64,
  /** Sockets and open documents of a person and of an address on one node. The first is far more than a person has windows, the second than an office has people. */
  editors: { perPerson: 200, perAddress: 2_000 },
  openDocuments: { perPerson: 200, perAddress: 2_000 },
  /** Percent of the event loop's time while others use it, of which the most changesets of a token take 6; a gallery at once, or 134 Mbit/s for hours. */
  loopPercent: { perPerson: 70, perAddress: 90 },
  bytesPerSecond: { perPerson: 16 * 1024 * 1024, perAddress: 64 * 1024 * 1024 },
  /** How long messages of an editor wait for its budget. Longer, and the editor would consider its connection lost. */
  budgetWaitMs: 10_000,
  /** Pictures and long answers of one caller: as many as a node draws at once, and those of a screen full of thumbnails. */
  expensiveReadsAtOnce: 2,
  expensiveReadsWaiting: 64,
  /** Median lateness of the event loop above which a node refuses expensive reads: people begin to notice it. */
  overloadMs: 250,
  pendingDocuments: 4,
  /** Each receives every message of its document, so one socket with many documents would make every edit expensive. */
  documentsPerSocket: 64,
  unauthenticatedQueueBytes: 65_536,
  /** An editor's own client ids of earlier page loads, and those of others whose edits it has and a crashed server lost. */
  clientIdsPerHandshake: 64,
  yTypeDepth: 8,
  /** The longest text of a cell in any script, at four bytes per character. A card's description needs less. */
  stringBytes: 131_072,
  /** A card's longest checklist takes 200 KiB. */
  valueBytes: 262_144,
  keyCharacters: 64,
  massDeleteElements: 500,

  // Live events.
  /** Streams open on one node: each holds a connection. */
  eventStreamsPerNode: 1_000,
  /** How long a reader can resume without a gap. Rows are kept for twice as long, because clocks differ. */
  eventResumeMinutes: 30,

  ...programLimits,
  ...proposalLimits,
  ...publishedLimits,
  ...searchLimits,
  ...styleLimits,
  ...taskLimits,

  // Access.
  tokensPerUser: 200,
  documentsPerToken: 100,
  membersPerDocument: 1_000,
  ...accountLimits,
} as const;
