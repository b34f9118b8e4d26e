/** comments: the texts of clients/editor/comments. */
import { catalogue } from './catalogue.ts';

export const commentsTexts = catalogue({
  overTheLimit: (number: number) => `${number} over the limit`,
  cancel: 'Cancel',
  commentsOn: (count: number, elementName: string) => `${count} ${count === 1 ? 'comment' : 'comments'} on ${elementName}`,
  open: 'Open',
  resolved: 'Resolved',
  all: 'All',
  filter: 'Filter',
  commentOn: (elementName: string) => `Comment on ${elementName}`,
  comment: 'Comment',
  addAComment: 'Add a comment…',
  noOpenComments: 'No open comments',
  noComments: 'No comments',
  selectElementHint: 'Select an element to comment. Agents can read and reply.',
  commentsAppearHere: 'Comments appear here.',
  reopen: 'Reopen',
  resolve: 'Resolve',
  deleteCommentBy: (authorName: string) => `Delete comment by ${authorName}`,
  commentsAbout: (title: string) => `the comments on ${title}`,
  replyOn: (title: string) => `Reply on ${title}`,
  reply: 'Reply',
  onElementsOnly: 'Press an element to comment on it. Only people who can edit this tab can comment on a point of the canvas.',
});
