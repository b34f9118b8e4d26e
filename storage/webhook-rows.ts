/** The rows of webhooks and their deliveries. */
export type WebhookRow = {
  id: string;
  document_id: string;
  url: string;
  /** JSON. */
  types: string;
  tab_id: string | null;
  /** Sealed. */
  secret: string;
  created_by: string;
  created_at: number;
  /** The last event of the outbox that deliveries were made of. */
  position: number;
  failing_since: number | null;
  disabled_at: number | null;
  disabled_reason: string | null;
};

export type WebhookDeliveryRow = {
  id: string;
  document_id: string;
  webhook_id: string;
  type: string;
  body: string;
  created_at: number;
  attempts: number;
  last_at: number | null;
  /** When it is sent next; null: finished. */
  next_at: number | null;
  delivered: number;
  status: number | null;
  error: string | null;
};
