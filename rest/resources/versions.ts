/** Calls for named versions, and for going back to an earlier moment. */
import { resource, route } from '../route.ts';
import { changesetAnswer, proposedReply } from './proposed.ts';

export const versions = resource('Versions', [
  route('createVersion', {
    access: 'editor',
    summary: 'Name a version',
    description:
      'Keeps the document as it is now, or was at an earlier moment, until the version is deleted. Other moments are kept for 30 days, unless the operator chose another number.',
    replies: { 201: { description: 'The version.' } },
    refuses: ['revision_not_found', 'too_large'],
    handle: ({ call, params, body }, app) => app.versions.create(call, params.doc, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/versions/${created.version.id}`,
    }),
  }),
  route('listVersions', {
    access: 'editor',
    summary: 'List the versions of a document',
    replies: { 200: { description: 'Latest moment first.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.versions.list(call, params.doc),
  }),
]);

export const version = resource('Versions', [
  route('showVersion', {
    access: 'editor',
    summary: 'Show a version',
    replies: { 200: { description: 'The version.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.versions.show(call, params.doc, params.version),
  }),
  route('deleteVersion', {
    access: 'editor',
    summary: 'Delete a version',
    description: 'Its moment can be read as long as any other.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.versions.remove(call, params.doc, params.version),
  }),
]);

export const tabRestore = resource('Versions', [
  route('restoreTab', {
    access: 'editor',
    summary: 'Restore a tab, as a changeset of its own',
    description:
      'Returns all elements and pages of the tab, or the named elements, to what they were at an earlier moment. What cannot return, such as an arrow whose boxes stay removed, is listed in `kept`. The changeset can be reverted. A token cannot restore elements that a person has selected in an editor; a person can.',
    replies: {
      201: { description: 'Restored by a changeset.' },
      200: { description: 'A dry run, or there was nothing to restore.' },
      ...proposedReply,
    },
    refuses: ['revision_not_found', 'target_not_found', 'target_ambiguous', 'element_locked', 'elements_held', 'too_large'],
    handle: ({ call, params, body, query }, app) =>
      app.history.restore(call, params.doc, params.tab, body, { dryRun: query.dryRun === '1', proposes: query.propose === '1' }),
    answer: (restored, { params }) => changesetAnswer(restored, params.doc),
  }),
]);
