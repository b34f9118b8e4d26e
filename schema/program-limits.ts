/** The limits of OAuth, outbound calls and webhooks, among those of limits.ts. */
export const programLimits = {
  // OAuth.
  /** The browser goes straight back to the client, which redeems the code at once. */
  oauthCodeSeconds: 60,
  oauthAccessMinutes: 60,
  redirectUrisPerClient: 20,
  /** Clients that were never given access; the oldest are deleted. */
  unusedClients: 1_000,
  /** A client registers once on each computer. */
  registrationsPerHourPerAddress: 30,
  /** Both as the draft of client id metadata documents recommends. */
  clientDocumentBytes: 5_120,
  clientDocumentMs: 3_000,
  clientDocumentKeptMs: 300_000,
  authorizationQueryCharacters: 8_192,

  // Outbound calls.
  /** The look-up of a name that is judged when it is entered: a person waits for it. */
  outboundJudgeMs: 3_000,

  // Webhooks.
  webhooksPerDocument: 20,
  /** The time that a receiver has to answer. Work that takes longer belongs after the answer. */
  webhookAnswerMs: 15_000,
  /** What a node that was killed was sending is sent again after this time: longer than an attempt can take. */
  webhookLeaseMs: 30_000,
  /** After this time without success a delivery fails and its webhook is disabled. */
  webhookRetryHours: 24,
  /** Deliveries that may wait for one receiver. A webhook with more is disabled, so that one that is down for a day does not fill the disk. */
  webhookBacklog: 1_000,
  /** Finished deliveries that are kept, to be listed. */
  webhookDeliveries: 100,
} as const;
