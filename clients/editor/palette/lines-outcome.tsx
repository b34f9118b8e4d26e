/** lines-outcome: the results of the lines in the palette, or their errors, in the words of the server's answers. */
import type { OperationError } from '#schema/changeset.ts';

import type { PlannedLines } from '../changeset-lines/apply-lines.ts';
import { Kbd } from '../ui/kbd.tsx';
import css from './palette.module.css';
import { paletteTexts } from '../strings/palette.ts';

const linesShown = 12;

export function LinesOutcome({ trial }: { readonly trial: PlannedLines | null }) {
  if (trial === null) return null;
  if ('plan' in trial) {
    const { results } = trial.plan;
    return (
      <div className={css['outcome']} role="status">
        <pre className={css['lines']}>
          {results.slice(0, linesShown).map(({ line }) => `${line}\n`)}
          {results.length > linesShown && paletteTexts.andMore(results.length - linesShown)}
          {results.length === 0 && paletteTexts.noChanges}
        </pre>
        <p className={css['hint']}>
          <Kbd keys="Enter" /> {paletteTexts.toApply} <Kbd keys="Shift+Enter" /> {paletteTexts.forNewLine}
        </p>
      </div>
    );
  }
  if (trial.needsServer) {
    return (
      <p className={css['outcome']} role="status">
        {paletteTexts.noPreview} <Kbd keys="Enter" /> {paletteTexts.toApplyOnServer}
      </p>
    );
  }
  return (
    <ul className={css['outcome']} role="status">
      {trial.errors.map((error) => (
        <li key={`${error.line ?? 0} ${error.column ?? 0} ${error.code}`} className={css['error']}>
          {placeOf(error)}
          {error.message} {error.hint}
        </li>
      ))}
    </ul>
  );
}

/** The message of an error with a column names its place itself. */
const placeOf = ({ line, column }: OperationError): string =>
  line === undefined || column !== undefined ? '' : paletteTexts.placeOfError(line);
