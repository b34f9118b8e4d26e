/** The limits of tasks and inboxes, among those of limits.ts. */
export const taskLimits = {
  /** Those of the last 30 days. When there are more, the oldest finished one makes room. */
  tasksPerDocument: 1_000,
  taskTextCharacters: 4_000,
  taskMessageCharacters: 2_000,
  taskProgressCharacters: 200,
  /** Questions and answers; one that is as long as this goes in circles. */
  messagesPerTask: 100,
  /** Elements besides the one that a task is about. */
  taskElements: 200,
  taskRetentionDays: 30,
  handleCharacters: 32,
  /** Fixed by the API: a killed agent's task is queued again after this time. */
  taskLeaseMs: 60_000,
  /** Fixed by the API: a task whose lease lapsed this often is stale. */
  taskLapses: 3,
  taskListDefault: 50,
  taskListMax: 100,
  /** The longest wait for a task. Fixed by the API: proxies give up on calls after 30 seconds. */
  inboxWaitSeconds: 25,
  /** Inboxes that wait on one node: each holds a connection. */
  waitingInboxesPerNode: 1_000,
} as const;
