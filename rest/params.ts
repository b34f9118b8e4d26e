/**
 * The ids in paths: their forms, and the refusal of values that cannot be ids.
 *
 * A value that cannot be an id of this server is the 404 of its resource, without a look-up.
 */
import { type ErrorCode, isErrorCode } from '#schema/errors.ts';
import { type IdKind, isElementPrefix, isId } from '#schema/ids.ts';
import { uuidPattern } from '#schema/library.ts';
import { problem, type Problem } from '#schema/problem.ts';

type Param = {
  readonly kind: IdKind | 'element' | 'error code' | 'uuid' | 'theme';
  readonly missing: ErrorCode;
  readonly description: string;
  readonly example: string;
};

export const params = {
  doc: { kind: 'doc', missing: 'document_not_found', description: 'Id of a document.', example: 'doc_0mi9k2f4ab3kq8wz1c7x' },
  tab: { kind: 'tab', missing: 'tab_not_found', description: 'Id of a tab.', example: 'tab_0mi9k2f4cd5m2pt9e6ya' },
  changeset: {
    kind: 'cs',
    missing: 'changeset_not_found',
    description: 'Id of a changeset.',
    example: 'cs_0mi9k2g1x8vb4n7r2w5h',
  },
  comment: {
    kind: 'cmt',
    missing: 'comment_not_found',
    description: 'Id of any comment of the thread.',
    example: 'cmt_0mi9k2g3p6qd1s8z4j9k',
  },
  item: { kind: 'item', missing: 'item_not_found', description: 'Id of a card.', example: 'item_0mi9k2g5t2wf9b6m3c8n' },
  element: {
    kind: 'element',
    missing: 'element_not_found',
    description: 'Full id, ref or unique prefix of an element.',
    example: 'orders~4k2mzq9a',
  },
  sheet: { kind: 'sheet', missing: 'sheet_not_found', description: 'Id of a sheet.', example: 'sheet_0mi9k2g7r5xh8d2v6k1p' },
  token: { kind: 'tok', missing: 'token_not_found', description: 'Id of an API token.', example: 'tok_0mi9k2e9n3yj7f4q8b2t' },
  session: {
    kind: 'session',
    missing: 'session_not_found',
    description: 'Id of a session.',
    example: 'session_5f1c0b9a7e3d2846c1f0',
  },
  image: {
    kind: 'img',
    missing: 'image_not_found',
    description: 'Id of an uploaded image.',
    example: 'img_0mi9k2g9v1kl5h3s7d6w',
  },
  library: {
    kind: 'uuid',
    missing: 'library_not_found',
    description: 'Id of a shape library.',
    example: '6f1d2c3b-4a59-4e68-8d7c-9b0a1f2e3d4c',
  },
  theme: {
    kind: 'theme',
    missing: 'theme_not_found',
    description: 'Id of a custom theme, `custom:…`.',
    example: 'custom:harbor',
  },
  folder: {
    kind: 'folder',
    missing: 'folder_not_found',
    description: 'Id of a folder.',
    example: 'folder_0mi9k2fbq7mn4k9t1g5x',
  },
  webhook: { kind: 'hook', missing: 'webhook_not_found', description: 'Id of a webhook.', example: 'hook_0mi9k2fbq7mn4k9t1g5x' },
  task: { kind: 'task', missing: 'task_not_found', description: 'Id of a task.', example: 'task_0mi9k2fbq7mn4k9t1g5x' },
  proposal: { kind: 'pr', missing: 'proposal_not_found', description: 'Id of a proposal.', example: 'pr_0mi9k2fbq7mn4k9t1g5x' },
  version: { kind: 'ver', missing: 'version_not_found', description: 'Id of a version.', example: 'ver_0mi9k2fbq7mn4k9t1g5x' },
  link: { kind: 'link', missing: 'link_not_found', description: 'Id of a share link.', example: 'link_0mi9k2fbq7mn4k9t1g5x' },
  user: { kind: 'user', missing: 'member_not_found', description: 'Id of a person.', example: 'user_0mi9k2dcw4pq6n2v8j3z' },
  code: { kind: 'error code', missing: 'route_not_found', description: 'Code of a problem.', example: 'target_not_found' },
} as const satisfies Record<string, Param>;

export type ParamName = keyof typeof params;

export const isParamName = (name: string): name is ParamName => Object.hasOwn(params, name);

/** The names of the parameters in a path, in order. */
export function paramsIn(path: string): readonly ParamName[] {
  return path
    .split('/')
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1).replace(/\.[a-z]+$/, ''))
    .filter(isParamName);
}

function hasForm(kind: Param['kind'], value: string): boolean {
  if (kind === 'error code') return isErrorCode(value);
  if (kind === 'uuid') return new RegExp(uuidPattern).test(value);
  if (kind === 'theme') return /^custom:[A-Za-z0-9_-]{1,64}$/.test(value);
  return kind === 'element' ? isElementPrefix(value) : isId(kind, value);
}

/** Null if all values can be ids. */
export function refuseParams(path: string, values: Readonly<Record<string, unknown>>): Problem | null {
  for (const name of paramsIn(path)) {
    const value = values[name];
    const { kind, missing } = params[name];
    if (typeof value !== 'string' || !hasForm(kind, value)) return problem(missing);
  }
  return null;
}
