/** The call for the icons that shapes show. */
import { resource, route } from '../route.ts';

export const icons = resource('Libraries and themes', [
  route('listIcons', {
    access: 'signed-in',
    summary: 'Search the icons that `add icon=` draws',
    description: 'The icons of Lucide (https://lucide.dev), by their names and tags.',
    replies: { 200: { description: 'Icons with their tags, and the cursor of the next page.' } },
    refuses: [],
    handle: ({ query }, app) => Promise.resolve(app.icons.list(query)),
  }),
]);
