/** schema-faults: how the faults of a value against a schema are told, whoever found them. */

/** One fault of a value: the place as a JSON pointer and what was expected there. */
export type ValueFault = { readonly pointer: string; readonly message: string };
/** The same with the keyword of the schema that the value fails, such as `maxLength`, and the limit that it passes. */
export type SchemaFault = ValueFault & { readonly keyword: string; readonly limit?: number };

/** A fault as Ajv has it. */
export type FoundFault = {
  readonly keyword: string;
  /** A JSON pointer. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
};

/** In the order in which they were found, those that tell most first. */
export const toldFaults = (found: readonly FoundFault[]): SchemaFault[] => [...ofNoType(found), ...found.map(faultText)];

export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Where a value has none of several types, all of them in one fault, before those that name one each. */
function ofNoType(found: readonly FoundFault[]): SchemaFault[] {
  const whole = found.at(-1);
  if (whole?.keyword !== 'anyOf') return [];
  const branches = found.slice(0, -1);
  const isType = ({ keyword, instancePath }: FoundFault): boolean => keyword === 'type' && instancePath === whole.instancePath;
  if (!branches.every(isType)) return [];
  const types = branches.map(({ params }) => String(params['type']));
  return [{ keyword: 'type', pointer: whole.instancePath, message: `must be ${types.join(' or ')}` }];
}

function faultText(fault: FoundFault): SchemaFault {
  const { limit } = fault.params;
  return { keyword: fault.keyword, ...placeOf(fault), ...(typeof limit === 'number' && { limit }) };
}

function placeOf({ keyword, instancePath, params, message }: FoundFault): ValueFault {
  const member = (name: string): string => `${instancePath}/${escapePointer(String(params[name]))}`;
  if (keyword === 'additionalProperties')
    return { pointer: member('additionalProperty'), message: 'is not a member that is known here' };
  if (keyword === 'required') return { pointer: member('missingProperty'), message: 'is missing' };
  if (keyword === 'enum')
    return { pointer: instancePath, message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` };
  return { pointer: instancePath, message: message ?? 'is invalid' };
}
