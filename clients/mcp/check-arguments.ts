/** Checks the arguments of a model against the input of the tool. A fault names the place and what was expected there. */
import type { TObject } from 'typebox';

import type { ProblemBody } from '#clients/service/service-refusal.ts';
import { errors } from '#schema/errors.ts';
import { validationErrors } from '#schema/validate.ts';

import { descriptionOf } from './listed-input.ts';
import type { McpTool } from './tool.ts';

/** Null if the arguments fit. A fault has the code that REST has for it, mostly invalid_request. */
export function checkArguments(tool: McpTool, values: unknown): ProblemBody | null {
  const { name, input, faultCode } = tool;
  const [fault] = validationErrors(input, values);
  if (fault === undefined) return null;
  const argument = fault.pointer.split('/')[1];
  const expected =
    argument !== undefined && Object.hasOwn(input.properties, argument) ? expectedOf(tool, argument) : signature(name, input);
  const code = faultCode?.(fault) ?? 'invalid_request';
  const { status, detail, hint } = errors[code];
  const general = `The arguments of ${name} do not fit its input.`;
  return {
    code,
    status,
    detail: code === 'invalid_request' ? general : detail,
    hint:
      code === 'invalid_request'
        ? `Fix the argument that \`errors\` names, and call again. The tool help has the whole input: help with topic ${name}.`
        : hint,
    errors: [{ pointer: fault.pointer, message: fault.message, expected }],
  };
}

type Form = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Form[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
};

function expectedOf(tool: McpTool, argument: string): string {
  const form = tool.input.properties[argument] as Form;
  const description = descriptionOf(tool, argument);
  const parts = [formOf(form), ...(description === undefined ? [] : [description])];
  return `${argument}: ${parts.join('. ')}`;
}

function formOf({ type, enum: values, anyOf, minimum, maximum, maxLength, maxItems }: Form): string {
  if (values !== undefined) return `one of ${values.join(', ')}`;
  if (anyOf !== undefined) return anyOf.map(formOf).join(' or ');
  const range =
    minimum !== undefined || (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
      ? ` from ${minimum ?? 'any'}${maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? ' up' : ` to ${maximum}`}`
      : '';
  const most = maxLength === undefined ? '' : ` of at most ${maxLength} characters`;
  const items = maxItems === undefined ? '' : ` of at most ${maxItems} entries`;
  return `${type ?? 'any value'}${range}${most}${items}`;
}

/** `read_tab(document, tab?, view?)` */
function signature(name: string, { properties, required }: TObject): string {
  const names = Object.keys(properties).map((each) =>
    (required as readonly string[] | undefined)?.includes(each) === true ? each : `${each}?`,
  );
  return `${name}(${names.join(', ')})`;
}
