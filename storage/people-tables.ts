/** The rows that people leave on documents: marks, folders, votes and mentions (tables.ts). */

/** What a person has marked a document with. It is shown while they are a member. */
export type DocumentMarkRow = {
  user_id: string;
  document_id: string;
  starred_at: number | null;
  opened_at: number | null;
  folder_id: string | null;
};

export type FolderRow = { user_id: string; id: string; name: string; created_at: number };

export type TabVoteRow = {
  id: string;
  document_id: string;
  tab_id: string;
  votes: number;
  is_private: number;
  starter_id: string;
  starter_name: string;
  starter_color: string;
  started_at: number;
  ended_at: number | null;
};

export type BallotRow = { vote_id: string; voter_id: string; element_id: string; document_id: string; votes: number };

/** `thread_id`: the id of the element or card. `comment`: as the API shows it. It is shown while the person is a member. */
export type MentionRow = {
  user_id: string;
  comment_id: string;
  document_id: string;
  tab_id: string | null;
  thread_id: string;
  comment: string;
  read_at: number | null;
};
