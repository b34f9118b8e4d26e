/** The import of a source: its format, and its images, which are uploaded once its plan is accepted. */
import { importFormats } from '#core/import/read-source.ts';
import { formatOf } from '#core/import/source-format.ts';
import type { ImportQuery } from '#schema/exchange-calls.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';

import type { Images } from './images.ts';
import { withoutImages, withUploadedImages } from './imported-images.ts';
import type { WriteAnswer } from './port.ts';
import { unknownFormat } from './unknown-format.ts';

type Import = Omit<ImportQuery, 'dryRun' | 'propose'> & { readonly file: Uint8Array; readonly isDryRun: boolean };

/** `isTried`: nothing is written. */
type Draw = (operation: object, isTried: boolean) => Promise<WriteAnswer | Problem>;

/** Errors: unsupported_media_type, import_invalid, work_limit_exceeded, those of `draw`. */
export async function importedBy(
  images: Pick<Images, 'upload' | 'remove'>,
  call: Call,
  { file, format = 'auto', isDryRun, ...options }: Import,
  draw: Draw,
): Promise<WriteAnswer | Problem> {
  const named = importFormats.find((one) => one === format);
  if (named === undefined && format !== 'auto') return unknownFormat(importFormats);
  const sent = textOf(file);
  if (isProblem(sent)) return sent;
  const plain = withoutImages(sent);
  if (plain.length > limits.operationSize) return problem('work_limit_exceeded', { hint: 'Import it in parts.' });
  const operationOf = (text: string) => ({ op: 'import', format: named ?? formatOf(text), text, ...options });
  if (isDryRun || plain === sent || !isUploader(call)) return draw(operationOf(plain), isDryRun);
  const tried = await draw(operationOf(plain), true);
  if (isProblem(tried)) return tried;
  const { text, uploaded } = await withUploadedImages(images, call, sent);
  const answer = await draw(operationOf(text), false);
  if (isProblem(answer)) for (const id of uploaded) await images.remove(call, id);
  return answer;
}

const isUploader = (call: Call): call is Call<PersonActor | AgentActor> =>
  call.actor?.kind === 'person' || call.actor?.kind === 'agent';

/** The file as UTF-8. */
function textOf(file: Uint8Array): string | Problem {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    const detail = 'Line 1, column 1: expected a text in UTF-8.';
    const { hint } = problem('import_invalid');
    return problem('import_invalid', { detail, errors: [{ code: 'import_invalid', message: detail, hint, line: 1, column: 1 }] });
  }
}
