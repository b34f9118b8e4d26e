/** The rows of tasks. `selection` and `messages` are JSON. */
export type TaskRow = {
  id: string;
  document_id: string;
  token_id: string;
  handle: string;
  tab_id: string | null;
  element_id: string | null;
  selection: string;
  item_id: string | null;
  comment_id: string | null;
  text: string;
  author_id: string;
  author_name: string;
  author_color: string;
  state: string;
  /** The last lease. */
  lease: string | null;
  /** Null unless an agent works on it. */
  lease_until: number | null;
  lapses: number;
  progress: string | null;
  messages: string;
  changeset_id: string | null;
  created_at: number;
  updated_at: number;
};
