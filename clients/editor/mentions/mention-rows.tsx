/** mention-rows: the comments that mention the person, each a link to its thread. */
import type { Mention } from '#schema/mention.ts';

import { Ago } from '../people/ago.tsx';
import { type Navigate, routeOfUrl } from '../state/routes.ts';
import { mentionsTexts } from '../strings/mentions.ts';
import { Avatar } from '../ui/avatar.tsx';
import { MentionedText } from '../ui/mentioned-text.tsx';
import { RouteLink } from '../ui/route-link.tsx';
import css from './mentions.module.css';

type Props = {
  readonly mentions: readonly Mention[];
  readonly navigate: Navigate;
  readonly onOpen: (mention: Mention) => void;
};

export function MentionRows({ mentions, navigate, onOpen }: Props) {
  return (
    <ul className={css['rows']}>
      {mentions.map((mention) => {
        const { comment, document, url, read } = mention;
        return (
          <li key={comment.id}>
            <RouteLink
              className={css['row']}
              data-unread={!read}
              to={routeOfUrl(url)}
              navigate={navigate}
              onClick={() => onOpen(mention)}
            >
              <Avatar name={comment.authorName} color={comment.authorColor} unspoken />
              <span className={css['words']}>
                <span className={css['about']}>
                  <strong>{comment.authorName}</strong> <span className={css['document']}>{document.name}</span>{' '}
                  <Ago at={comment.createdAt} />
                </span>
                <span className={css['text']}>
                  <MentionedText text={comment.text} people={comment.mentions} />
                </span>
              </span>
              {!read && (
                <span className={css['dot']}>
                  <span className="unseen">{mentionsTexts.unread}</span>
                </span>
              )}
            </RouteLink>
          </li>
        );
      })}
    </ul>
  );
}
