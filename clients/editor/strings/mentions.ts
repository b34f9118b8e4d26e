/** mentions: the texts of mentions in comments, and of the place where people find them. */
import { catalogue } from './catalogue.ts';

export const mentionsTexts = catalogue({
  mentions: 'Mentions',
  withUnread: (count: number) => (count === 0 ? 'Mentions' : `Mentions, ${count} unread`),
  unreadCount: (count: number) => (count === 1 ? '1 unread mention' : `${count} unread mentions`),
  badge: (count: number) => (count > 99 ? '99+' : String(count)),
  about: 'Comments that mention you, in all documents. Write @ in a comment to mention someone else.',
  markAllAsRead: 'Mark all as read',
  none: 'No mentions yet',
  noneAbout: 'Comments that mention you appear here.',
  unread: 'Unread',
  showMore: 'Show more',
  mentionedYou: (author: string) => `${author} mentioned you`,
  show: 'Show',
  seeAll: 'See all',
  people: 'People',
  offered: (count: number) => (count === 1 ? '1 person' : `${count} people`),
});
