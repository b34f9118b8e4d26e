/**
 * Every problem that Atelier answers, one row each.
 *
 * A row has the HTTP status, a title, a detail with {slots} filled from the problem's members, and a hint that says what to do
 * next. REST, the CLI, MCP, docs/errors.md and /problems/{code} all read this table.
 */
export type ErrorRow = { readonly status: number; readonly title: string; readonly detail: string; readonly hint: string };

const row = (status: number, title: string, detail: string, hint: string): ErrorRow => ({ status, title, detail, hint });

export const errors = {
  // Calls in general.
  invalid_request: row(400, 'Invalid request', 'The request is not valid for this call.', '`errors` lists each problem: a JSON pointer, and what was expected there.'),
  unauthenticated: row(401, 'Not signed in', 'The credential is missing, unknown, expired or revoked.', 'Send `Authorization: Bearer <token>` with a token that is still valid.'),
  token_read_only: row(403, 'Read-only token', 'This token can read but not write.', 'Use a token with access "full".'),
  token_fenced: row(403, 'Outside the fence', 'The fence of this token does not allow this: {reason}.', 'GET /me shows the fence. Stay within it, or use another token.'),
  access_denied: row(403, 'Access denied', 'This call needs {required} access.', 'Ask an owner of the document for more access.'),
  session_required: row(403, 'Session required', 'Only a signed-in person can do this, not an API token.', 'Sign in to the web application.'),
  origin_refused: row(403, 'Origin refused', 'A write with a session cookie needs a same-origin Origin header.', 'Send the request from the web application of this server, or use an API token.'),
  document_not_found: row(404, 'No such document', 'The document does not exist, or you cannot read it.', 'GET /documents lists your documents.'),
  tab_not_found: row(404, 'No such tab', 'The document has no such tab.', 'GET /documents/{doc} lists its tabs.'),
  element_not_found: row(404, 'No such element', 'The tab has no such element.', 'Read the tab with view=outline.'),
  comment_not_found: row(404, 'No such comment', 'The comment does not exist.', 'GET /documents/{doc}/comments lists the threads.'),
  changeset_not_found: row(404, 'No such changeset', 'The changeset does not exist, or it is older than 30 days.', 'GET /documents/{doc}/changesets lists the available ones.'),
  sheet_not_found: row(404, 'No such sheet', 'The document has no such sheet.', 'GET /documents/{doc}/sheets lists them.'),
  page_not_found: row(404, 'No such page', 'The tab has no such page.', 'Read the tab: the answer lists its pages.'),
  image_not_found: row(404, 'No such image', 'The image does not exist, or you cannot see it.', 'GET /images lists your uploads.'),
  library_not_found: row(404, 'No such library', 'You have no such shape library.', 'GET /shape-libraries lists your libraries.'),
  theme_not_found: row(404, 'No such theme', 'The theme does not exist.', 'Use light, dark, paper, contrast, blueprint or one of GET /custom-themes.'),
  token_not_found: row(404, 'No such token', 'You have no such token.', 'GET /tokens lists your tokens.'),
  webhook_not_found: row(404, 'No such webhook', 'The webhook does not exist.', 'List the webhooks of the document: GET /documents/{doc}/webhooks.'),
  link_not_found: row(404, 'No such share link', 'The share link does not exist, has expired or was revoked.', 'Ask for a new link.'),
  member_not_found: row(404, 'No such member', 'This person is not a member of the document.', 'GET /documents/{doc}/members lists them.'),
  user_not_found: row(404, 'No such person', 'The person does not exist.', 'Check the id.'),
  revision_not_found: row(404, 'No such revision', 'The tab has no such revision, or its history is no longer kept.', 'Read the tab again and start from its current rev.'),
  route_not_found: row(404, 'No such address', 'Nothing is at this address.', '/openapi.json lists all calls.'),
  method_not_allowed: row(405, 'Method not allowed', 'This address does not support this method.', 'Use one of the methods in the Allow header.'),
  request_timeout: row(408, 'Request too slow', 'The request did not arrive in time.', 'Send it again.'),
  not_in_trash: row(409, 'Not in the trash', 'The document is not in the trash.', 'There is nothing to restore.'),
  last_owner: row(409, 'Owner needed', 'The person who owns the document cannot lose ownership.', 'Move the document to the trash, or copy it.'),
  last_tab: row(409, 'Last tab', 'A document keeps at least one tab.', 'Add another tab first, or delete the document.'),
  tab_locked: row(409, 'Tab locked', 'The tab is locked.', 'Ask its editors to unlock it.'),
  tab_mode_refused: row(409, 'Tab mode refused', 'A tab in mode {mode} does not support this.', 'Use a tab in another mode.'),
  title_taken: row(409, 'Title taken', 'The title is already in use.', 'Choose another title.'),
  idempotency_in_progress: row(409, 'Still in progress', 'The first call with this Idempotency-Key is still in progress.', 'Wait a second and send the same call again.'),
  idempotency_key_reused: row(422, 'Idempotency-Key reused', 'This Idempotency-Key was already used with another body.', 'Use a new key for a new call.'),
  body_too_large: row(413, 'Body too large', 'The body is larger than {limit} bytes.', 'Split the call into smaller ones.'),
  unsupported_media_type: row(415, 'Unsupported media type', 'This call accepts {allowed}.', 'Set the Content-Type header.'),
  expectation_failed: row(417, 'Expectation failed', 'The server does not support the expectation in the Expect header.', 'Leave the Expect header out.'),
  header_fields_too_large: row(431, 'Headers too large', 'The request headers are too large.', 'Send fewer or shorter headers.'),
  work_limit_exceeded: row(422, 'Too much work', 'The call needs more work than one call may do; nothing was applied.', 'Split it into smaller changesets.'),
  rate_limited: row(429, 'Too many calls', 'There were too many calls within a minute.', 'Wait for the number of seconds in Retry-After.'),
  internal_error: row(500, 'Internal error', 'Something went wrong on the server; nothing was applied.', 'Report the request id: the server’s log has the details under it.'),
  room_unavailable: row(503, 'Room unavailable', 'The document is temporarily unavailable; nothing was applied.', 'Send the same call again, with the same Idempotency-Key.'),
  shutting_down: row(503, 'Restarting', 'This server is restarting; nothing was applied.', 'Send the same call again.'),
  oauth_unavailable: row(404, 'No OAuth at this address', 'Programs can ask for access at the public address of this server only.', 'The operator sets PUBLIC_URL to the address that people use.'),
  oauth_client_invalid: row(400, 'Unknown program', 'The program that asks for access cannot be identified: {reason}.', 'Start again in the program, or tell its makers.'),
  oauth_redirect_invalid: row(400, 'Wrong return address', 'The program that asks for access names a return address that is not its own.', 'Do not go on if you do not know who sent you here. Otherwise start again in the program.'),
  oauth_request_invalid: row(400, 'Invalid request for access', 'The program asks for access in a way that is not possible: {reason}.', 'Tell the makers of the program.'),
  outbound_refused: row(400, 'Address refused', 'The server does not call this address: {reason}.', 'Use an https address on the internet. The operator can allow others: OUTBOUND_ALLOW.'),
  outbound_failed: row(502, 'Address not reachable', 'Calling {host} failed: {reason}.', 'Check that the address answers from the internet within a few seconds.'),
  storage_full: row(507, 'Storage full', 'The disk is full; nothing was applied.', 'Free some space on the server: it then recovers by itself.'),

  // Comments and presence.
  invalid_status: row(400, 'Invalid status', 'The status is not valid for this call.', 'Comment lists accept open, resolved or all. A presence status is one line of text without control characters.'),
  status_too_long: row(400, 'Status too long', 'A presence status has at most 80 characters.', 'Use fewer words.'),
  too_many_focus: row(400, 'Too many focus entries', 'At most 20 elements can be in focus.', 'Name the frame that contains them.'),
  invalid_focus: row(400, 'Invalid focus', 'A focus entry is a ref, an id or a unique id prefix.', 'Read the tab with view=outline for its refs.'),
  ttl_out_of_range: row(400, 'ttl out of range', 'ttl is an integer from 1,000 to 120,000 milliseconds.', 'Leave it out for 30,000.'),
  focus_not_found: row(400, 'Focus not found', 'No element matches {refs}.', 'Read the tab with view=outline for its refs.'),
  focus_ambiguous: row(400, 'Focus ambiguous', 'Several elements match.', 'Use one of the candidates.'),
  chat_requires_token: row(403, 'Chat boards are for tokens', 'Only an API token opens a chat board.', 'Open the document in the web application.'),
  presence_requires_token: row(403, 'Presence is for tokens', 'Only an API token sets an agent\'s presence.', 'An open editor shows its own presence.'),
  agent_presence_full: row(409, 'Too many agents', 'The document already shows 32 agents.', 'Wait until one leaves.'),
  text_required: row(400, 'Text required', 'A comment needs text.', 'Send a text that is not blank.'),
  text_too_long: row(400, 'Text too long', 'A comment has at most 2,000 characters.', 'Split it into two comments.'),
  element_not_commentable: row(400, 'Not commentable', 'Arrows cannot have comments.', 'Comment on one of the elements that the arrow connects.'),
  not_comment_author: row(403, 'Not your comment', 'Only the author of the comment can do this.', 'Ask the author, or a person in the editor.'),

  // Boards and cards.
  title_required: row(400, 'Title required', 'A card needs a title.', 'Send a title that is not blank.'),
  field_value_invalid: row(400, 'Invalid field value', 'The value is not valid for the field {field}.', 'Use one of the allowed values of the field.'),
  type_invalid: row(400, 'Invalid card type', 'The card type does not exist.', 'GET /documents/{doc}/plan lists the types.'),
  place_invalid: row(400, 'Invalid place', 'The card cannot be placed there.', 'Name a card of the target column, or leave the place out.'),
  status_excluded: row(400, 'Status excluded', 'Cards of this type cannot have that status.', 'Use one of the statuses of the type.'),
  item_not_found: row(404, 'No such card', 'The card does not exist.', 'GET /documents/{doc}/items lists them.'),
  item_busy: row(409, 'Card busy', 'Others are changing the card at the moment.', 'Try again.'),
  items_full: row(413, 'Cards full', 'A document holds at most 2,000 cards.', 'Delete cards that are no longer needed.'),
  comments_full: row(413, 'Comments full', 'A card holds at most 200 comments.', 'Resolve the thread and continue on another card.'),
  item_types_stale: row(409, 'Card types changed', 'The card types changed after the revision that you sent.', 'Start from the catalogue in this answer.'),

  // Images, libraries, themes.
  unsupported_type: row(415, 'Unsupported image', 'The bytes are not a PNG, JPEG, WebP or GIF image.', 'Convert it first.'),
  image_mismatch: row(400, 'Image headers disagree', 'The headers and the bytes of the image disagree.', 'Leave the X-Image headers out.'),
  image_too_many_pixels: row(413, 'Too many pixels', 'An image has at most 64 million pixels.', 'Scale it down.'),
  file_too_large: row(413, 'File too large', 'An image has at most 10 MB.', 'Compress it or scale it down.'),
  gallery_full: row(403, 'Gallery full', 'Your gallery is full.', 'Delete images that are no longer needed.'),
  library_full: row(413, 'Library full', 'A library has at most 1,000 items.', 'Create another library.'),
  libraries_full: row(409, 'Too many libraries', 'A person has at most 100 libraries.', 'Delete one first.'),

  // Changesets.
  parse_error: row(400, 'Parse error', 'An operation cannot be parsed.', 'A line is an operation, then a kind or a selector, then key=value, a placement and flags. Put a value with spaces in quotes.'),
  unknown_operation: row(400, 'Unknown operation', 'The operation does not exist.', 'Use one of the operations of the changeset language.'),
  target_not_found: row(400, 'Target not found', 'Nothing on the tab matches.', 'Read the tab with view=outline: it shows every ref and label.'),
  target_ambiguous: row(400, 'Target ambiguous', 'Several elements match.', 'Use the ref of one of the candidates.'),
  unknown_field: row(400, 'Unknown field', 'The element has no such field.', 'Use one of the listed fields.'),
  invalid_value: row(400, 'Invalid value', 'The value is not valid for the field.', 'Use one of the allowed values.'),
  id_taken: row(409, 'Id taken', 'An element already has this id.', 'Use the suggested id.'),
  arrow_exists: row(409, 'Arrow exists', 'An arrow already connects these two.', 'Add the flag again to draw a second one.'),
  not_connected: row(409, 'Not connected', 'No arrow leads from the first to the second.', 'Connect them first.'),
  frame_captures: row(409, 'Frame captures others', 'Elements that were not named would fall inside the frame.', 'Add the flag absorb or make-room.'),
  element_locked: row(409, 'Element locked', 'The element, its layer or its tab is locked.', 'Ask a person to unlock it.'),
  test_failed: row(409, 'Test failed', 'The element does not have the expected values.', 'Read the tab again.'),
  changeset_conflict: row(409, 'Changed in the meantime', 'Elements that the changeset targets have changed since its base revision.', 'Read the tab again, and send the changeset with the tab’s current rev as baseRev.'),
  elements_held: row(409, 'Elements held', 'A person has these elements selected in an editor.', 'Try again when they are no longer selected, or work elsewhere.'),
  invalid_result: row(422, 'Invalid result', 'The result would not be a valid tab.', '`errors` names the element and the reason.'),
  too_large: row(413, 'Too large', 'The limit of {limit} is exceeded.', 'Split it into smaller calls.'),
} as const satisfies Record<string, ErrorRow>; // prettier-ignore

export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as ErrorCode[];

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);
