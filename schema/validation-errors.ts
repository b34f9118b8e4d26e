/** How validation errors are reported, by Ajv and by the interpreter alike. */
/** A JSON pointer into the value, and what was expected there. */
export type ValueError = { readonly pointer: string; readonly message: string };
/** `keyword` is the schema's keyword that the value fails, such as `maxLength`; `limit` is the limit that it exceeds. */
export type ValidationError = ValueError & { readonly keyword: string; readonly limit?: number };

/** An error as Ajv reports it. */
export type AjvError = {
  readonly keyword: string;
  /** A JSON pointer. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
};

/** Describes errors in Ajv's order, with a summary of mismatched types first. */
export const describeErrors = (errors: readonly AjvError[]): ValidationError[] => [
  ...typeSummary(errors),
  ...errors.map(describe),
];

export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** If a value has none of the types of an `anyOf`, one error that names them all. */
function typeSummary(errors: readonly AjvError[]): ValidationError[] {
  const whole = errors.at(-1);
  if (whole?.keyword !== 'anyOf') return [];
  const branches = errors.slice(0, -1);
  const isType = ({ keyword, instancePath }: AjvError): boolean => keyword === 'type' && instancePath === whole.instancePath;
  if (!branches.every(isType)) return [];
  const types = branches.map(({ params }) => String(params['type']));
  return [{ keyword: 'type', pointer: whole.instancePath, message: `must be ${types.join(' or ')}` }];
}

function describe(error: AjvError): ValidationError {
  const { limit } = error.params;
  return { keyword: error.keyword, ...placeOf(error), ...(typeof limit === 'number' && { limit }) };
}

function placeOf({ keyword, instancePath, params, message }: AjvError): ValueError {
  const member = (name: string): string => `${instancePath}/${escapePointer(String(params[name]))}`;
  if (keyword === 'additionalProperties') return { pointer: member('additionalProperty'), message: 'is not a known member' };
  if (keyword === 'required') return { pointer: member('missingProperty'), message: 'is missing' };
  if (keyword === 'enum')
    return { pointer: instancePath, message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` };
  return { pointer: instancePath, message: message ?? 'is invalid' };
}
