/** The rows of proposals. `counts`, `parts`, `content`, `results`, `lint` and `changesets` are JSON. */
export type ProposalRow = {
  id: string;
  document_id: string;
  tab_id: string | null;
  call: string;
  state: string;
  author_name: string;
  author_color: string;
  user_id: string;
  token_id: string | null;
  agent: number;
  summary: string | null;
  rev: number;
  counts: string;
  parts: string;
  content: string;
  results: string;
  lint: string;
  text: string;
  reason: string | null;
  decided_name: string | null;
  decided_color: string | null;
  decided_at: number | null;
  changesets: string;
  created_at: number;
};
