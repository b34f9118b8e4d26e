/** The call for searches. */
import { resource, route } from '../route.ts';

export const search = resource('Documents', [
  route('search', {
    access: 'signed-in',
    summary: 'Search everything that you can read',
    description:
      'Finds labels, notes and tables on elements, comments, cards, cells of sheets, pages and names of documents that contain all words, in any script and also within words. What was written is found within a second.',
    replies: { 200: { description: 'What was found, and the cursor of the next page.' } },
    refuses: ['document_not_found'],
    handle: ({ call, query }, app) => app.search.find(call, query),
  }),
]);
