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
};

export const params = {
  doc: { kind: 'doc', missing: 'document_not_found', description: 'Id of a document.' },
  tab: { kind: 'tab', missing: 'tab_not_found', description: 'Id of a tab.' },
  changeset: { kind: 'cs', missing: 'changeset_not_found', description: 'Id of a changeset.' },
  comment: { kind: 'cmt', missing: 'comment_not_found', description: 'Id of any comment of the thread.' },
  item: { kind: 'item', missing: 'item_not_found', description: 'Id of a card.' },
  element: { kind: 'element', missing: 'element_not_found', description: 'Full id, ref or unique prefix of an element.' },
  sheet: { kind: 'sheet', missing: 'sheet_not_found', description: 'Id of a sheet.' },
  token: { kind: 'tok', missing: 'token_not_found', description: 'Id of an API token.' },
  image: { kind: 'img', missing: 'image_not_found', description: 'Id of an uploaded image.' },
  library: { kind: 'uuid', missing: 'library_not_found', description: 'Id of a shape library.' },
  theme: { kind: 'theme', missing: 'theme_not_found', description: 'Id of a custom theme, `custom:…`.' },
  link: { kind: 'link', missing: 'link_not_found', description: 'Id of a share link.' },
  user: { kind: 'user', missing: 'member_not_found', description: 'Id of a person.' },
  code: { kind: 'error code', missing: 'route_not_found', description: 'Code of a problem.' },
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
