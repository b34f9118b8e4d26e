/** The call for the timer of a document. */
import { resource, route } from '../route.ts';

export const timer = resource('Documents', [
  route('changeTimer', {
    access: 'editor',
    summary: 'Start, pause, resume, extend or stop the timer of a document',
    description:
      'Everyone who has the document open sees it. Its end is by the clock of the server. An action that does not apply, such as a pause of a timer that is over, changes nothing. A timer is not copied with its document.',
    replies: { 200: { description: 'The timer.' } },
    refuses: [],
    handle: ({ call, params, body }, app) => app.timers.change(call, params.doc, body),
  }),
]);
