/**
 * errors: every problem that Atelier answers, one row each.
 *
 * A row holds the HTTP status, a title, a detail with {slots} filled from the problem's members, and a hint that says
 * what to do next. REST, the CLI, MCP, docs/errors.md and /problems/{code} all read this table.
 */

export type ErrorRow = { readonly status: number; readonly title: string; readonly detail: string; readonly hint: string };

const row = (status: number, title: string, detail: string, hint: string): ErrorRow => ({ status, title, detail, hint });

export const errors = {
  // Calls in general.
  invalid_request: row(400, 'Invalid request', 'The request does not have the form that this call takes.', 'Look at `errors`: each names the place (a JSON pointer) and what was expected there.'),
  unauthenticated: row(401, 'Not signed in', 'The credential is missing, unknown, expired or revoked.', 'Send `Authorization: Bearer <token>` with a token that is still valid.'),
  token_read_only: row(403, 'Read-only token', 'This token may read but not write.', 'Use a token with access "full".'),
  access_denied: row(403, 'Access denied', 'This call needs {required} access.', 'Ask an owner of the document for more access.'),
  session_required: row(403, 'Session required', 'Only a signed-in person may do this, not an API token.', 'Sign in on the web page.'),
  origin_refused: row(403, 'Origin refused', 'A write with a session cookie needs a same-origin Origin header.', 'Send it from the page of this server, or use an API token.'),
  document_not_found: row(404, 'No such document', 'There is no such document, or you may not read it.', 'List yours with GET /documents.'),
  tab_not_found: row(404, 'No such tab', 'The document has no such tab.', 'GET /documents/{doc} lists its tabs.'),
  element_not_found: row(404, 'No such element', 'The tab has no such element.', 'Read the tab with view=outline.'),
  comment_not_found: row(404, 'No such comment', 'There is no such comment.', 'List the threads with GET /documents/{doc}/comments.'),
  changeset_not_found: row(404, 'No such changeset', 'There is no such changeset, or it is older than 30 days.', 'List those that are kept with GET /documents/{doc}/changesets.'),
  sheet_not_found: row(404, 'No such sheet', 'The document has no such sheet.', 'GET /documents/{doc}/sheets lists them.'),
  page_not_found: row(404, 'No such page', 'The tab has no such page.', 'Read the tab: its pages are listed there.'),
  image_not_found: row(404, 'No such image', 'There is no such image, or you may not see it.', 'GET /images lists your uploads.'),
  library_not_found: row(404, 'No such library', 'There is no such shape library of yours.', 'GET /shape-libraries lists them.'),
  theme_not_found: row(404, 'No such theme', 'There is no such theme.', 'Use light, dark, paper, contrast, blueprint or one of GET /custom-themes.'),
  token_not_found: row(404, 'No such token', 'There is no such token of yours.', 'GET /tokens lists them.'),
  link_not_found: row(404, 'No such share link', 'There is no such share link, or it has ended.', 'Ask for a new link.'),
  member_not_found: row(404, 'No such member', 'This person is not a member of the document.', 'GET /documents/{doc}/members lists them.'),
  user_not_found: row(404, 'No such person', 'There is no such person.', 'Check the id.'),
  revision_not_found: row(404, 'No such revision', 'The tab has no such revision, or its history is no longer kept.', 'Read the tab again and start from its present rev.'),
  route_not_found: row(404, 'No such address', 'There is nothing at this address.', 'The calls are listed in /openapi.json.'),
  method_not_allowed: row(405, 'Method not allowed', 'This address does not take this method.', 'Use one of those in the Allow header.'),
  request_timeout: row(408, 'Request too slow', 'The request did not arrive in time.', 'Send it again.'),
  not_in_trash: row(409, 'Not in the trash', 'The document is not in the trash.', 'Nothing needs to be restored.'),
  last_owner: row(409, 'Owner needed', 'The person to whom the document belongs stays its owner.', 'Trash the document, or copy it.'),
  last_tab: row(409, 'Last tab', 'A document keeps at least one tab.', 'Add another tab first, or delete the document.'),
  tab_locked: row(409, 'Tab locked', 'The tab is locked.', 'Ask its editors to unlock it.'),
  tab_mode_refused: row(409, 'Tab mode refused', 'A tab in mode {mode} does not take this.', 'Use a tab in another mode.'),
  title_taken: row(409, 'Title taken', 'There is one of this title already.', 'Choose another title.'),
  idempotency_in_progress: row(409, 'Still in progress', 'The first call with this Idempotency-Key is still at work.', 'Wait a second and send the same call again.'),
  idempotency_key_reused: row(422, 'Idempotency-Key reused', 'This Idempotency-Key was sent with another body.', 'Use a fresh key for a new call.'),
  body_too_large: row(413, 'Body too large', 'The body is larger than {limit} bytes.', 'Split the call into smaller ones.'),
  unsupported_media_type: row(415, 'Unsupported media type', 'This call takes {allowed}.', 'Set the Content-Type header.'),
  expectation_failed: row(417, 'Expectation failed', 'The Expect header asks for what this server does not do.', 'Leave the Expect header out.'),
  header_fields_too_large: row(431, 'Headers too large', 'The request headers are too large.', 'Send fewer or shorter headers.'),
  work_limit_exceeded: row(422, 'Too much work', 'This asks for more work than one call may take; nothing was applied.', 'Split it into smaller changesets.'),
  rate_limited: row(429, 'Too many calls', 'Too many calls in a minute.', 'Wait for the seconds in Retry-After.'),
  internal_error: row(500, 'Internal error', 'Something broke here; nothing was applied.', 'Report the request id, which is in the log of the server.'),
  room_unavailable: row(503, 'Room unavailable', 'The document cannot be reached right now; nothing was applied.', 'Send the same call once more, with the same Idempotency-Key.'),
  shutting_down: row(503, 'Restarting', 'This server is restarting; nothing was applied.', 'Send the same call once more.'),
  storage_full: row(507, 'Storage full', 'The disk is full; nothing was applied.', 'Free some space on the server; it heals by itself.'),

  // Comments and presence.
  invalid_status: row(400, 'Invalid status', 'The status is not one that this call takes.', 'Comment lists take open, resolved or all; a presence status is a line of text without control characters.'),
  status_too_long: row(400, 'Status too long', 'A presence status holds at most 80 characters.', 'Say it in fewer words.'),
  too_many_focus: row(400, 'Too many focus entries', 'At most 20 elements can be in focus.', 'Name the frame that holds them.'),
  invalid_focus: row(400, 'Invalid focus', 'A focus entry is a ref, an id or a unique id prefix.', 'Read the tab with view=outline for its refs.'),
  ttl_out_of_range: row(400, 'ttl out of range', 'ttl is an integer from 1,000 to 120,000 milliseconds.', 'Leave it out for 30,000.'),
  focus_not_found: row(400, 'Focus not found', 'No element matches: {refs}.', 'Read the tab with view=outline for its refs.'),
  focus_ambiguous: row(400, 'Focus ambiguous', 'Several elements match.', 'Use one of the candidates.'),
  presence_requires_token: row(403, 'Presence is for tokens', 'Only an API token sets an agent\'s presence.', 'An open editor shows its own presence.'),
  agent_presence_full: row(409, 'Too many agents', 'The document already shows 32 agents.', 'Wait until one leaves.'),
  text_required: row(400, 'Text required', 'A comment needs text.', 'Send a text that is not blank.'),
  text_too_long: row(400, 'Text too long', 'A comment holds at most 2,000 characters.', 'Split it into two comments.'),
  element_not_commentable: row(400, 'Not commentable', 'Arrows carry no comments.', 'Comment on one of the elements that it connects.'),
  not_comment_author: row(403, 'Not your comment', 'Only its author may do this.', 'Ask the author, or a person in the editor.'),

  // Plan.
  title_required: row(400, 'Title required', 'A card needs a title.', 'Send a title that is not blank.'),
  field_value_invalid: row(400, 'Invalid field value', 'The field {field} does not take this value.', 'See the allowed values of the field.'),
  type_invalid: row(400, 'Invalid card type', 'There is no such card type.', 'GET /documents/{doc}/plan lists the types.'),
  place_invalid: row(400, 'Invalid place', 'The card cannot be placed there.', 'Name a card of the target column, or none.'),
  status_excluded: row(400, 'Status excluded', 'The card\'s type leaves that status out.', 'Use one of the statuses of the type.'),
  item_not_found: row(404, 'No such card', 'There is no such card.', 'GET /documents/{doc}/items lists them.'),
  item_busy: row(409, 'Card busy', 'Others are changing the card right now.', 'Try again.'),
  items_full: row(413, 'Cards full', 'A document holds at most 2,000 cards.', 'Delete cards that are no longer needed.'),
  comments_full: row(413, 'Comments full', 'A card holds at most 200 comments.', 'Resolve the thread and go on in another card.'),
  item_types_stale: row(409, 'Card types changed', 'The card types changed since the revision you sent.', 'Start from the catalogue in this answer.'),

  // Images, libraries, themes.
  unsupported_type: row(415, 'Unsupported image', 'The bytes are not a PNG, JPEG, WebP or GIF image.', 'Convert it first.'),
  image_mismatch: row(400, 'Image headers disagree', 'The headers say something else than the bytes.', 'Leave the X-Image headers out.'),
  image_too_many_pixels: row(413, 'Too many pixels', 'An image has at most 64 million pixels.', 'Scale it down.'),
  file_too_large: row(413, 'File too large', 'An image has at most 10 MB.', 'Compress it or scale it down.'),
  gallery_full: row(403, 'Gallery full', 'Your gallery is full.', 'Delete images that are no longer needed.'),
  library_full: row(413, 'Library full', 'A library holds at most 1,000 items.', 'Make another library.'),
  libraries_full: row(409, 'Too many libraries', 'A person keeps at most 100 libraries.', 'Delete one first.'),

  // Changesets.
  parse_error: row(400, 'Cannot be read', 'An operation cannot be read.', 'A line is an operation, then a kind or a selector, then key=value, a placement and flags; a value with spaces stands in quotes.'),
  unknown_operation: row(400, 'Unknown operation', 'There is no such operation.', 'The operations: add, set, rm, move, connect, rewire, insert, wrap, unwrap, order, layout, test.'),
  target_not_found: row(400, 'Target not found', 'Nothing on the tab matches.', 'Read the tab with view=outline: it shows every ref and label.'),
  target_ambiguous: row(400, 'Target ambiguous', 'Several elements match.', 'Use the ref of one of the candidates.'),
  unknown_field: row(400, 'Unknown field', 'The element has no such field.', 'Use one of the fields listed.'),
  invalid_value: row(400, 'Invalid value', 'The field does not take this value.', 'Use one of the allowed values.'),
  id_taken: row(409, 'Id taken', 'There is an element of this id already.', 'Use the suggested id.'),
  arrow_exists: row(409, 'Arrow exists', 'There is an arrow between these two already.', 'Add the flag again to draw a second one.'),
  not_connected: row(409, 'Not connected', 'No arrow leads from the one to the other.', 'Connect them first.'),
  frame_captures: row(409, 'Frame captures others', 'Elements that were not named would fall inside the frame.', 'Add the flag absorb or make-room.'),
  element_locked: row(409, 'Element locked', 'The element, its layer or its tab is locked.', 'Ask a person to unlock it.'),
  test_failed: row(409, 'Test failed', 'The element does not hold the expected values.', 'Read the tab again.'),
  changeset_conflict: row(409, 'Changed meanwhile', 'Targets of this changeset changed since the revision it is based on.', 'Read the tab again and send the changeset with its present rev as baseRev.'),
  elements_held: row(409, 'Elements held', 'Somebody has these elements selected in an editor.', 'Try again when they are free, or work elsewhere.'),
  invalid_result: row(422, 'Invalid result', 'The result would not be a valid tab.', 'See `errors` for the element and the reason.'),
  too_large: row(413, 'Too large', 'This is more than the limit of {limit}.', 'Split it into smaller calls.'),
} as const satisfies Record<string, ErrorRow>; // prettier-ignore

export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as ErrorCode[];

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);
