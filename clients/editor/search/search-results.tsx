/** search-results: what was found in documents, as links that select it. */
import type { Navigate } from '../state/routes.ts';
import { routeOfUrl } from '../state/routes.ts';
import { searchTexts } from '../strings/search.ts';
import rows from '../home/rows.module.css';
import { Button } from '../ui/button.tsx';
import { RouteLink } from '../ui/route-link.tsx';
import screen from '../ui/screen.module.css';
import { usePending } from '../ui/use-pending.ts';
import { MarkedText } from './marked-text.tsx';
import { ResultIcon } from './result-icon.tsx';
import css from './search.module.css';
import type { FoundResults } from './use-search.ts';

type Props = { readonly found: FoundResults; readonly more: () => Promise<void>; readonly navigate: Navigate };

export function SearchResults({ found: { results, words, next }, more, navigate }: Props) {
  const task = usePending();
  return (
    <section className={css['results']} aria-labelledby="in-documents">
      <h2 id="in-documents">{searchTexts.inDocuments}</h2>
      <ul className={rows['rows']}>
        {results.map(({ type, document, ref, excerpt, url }) => (
          <li key={`${url} ${ref} ${excerpt}`}>
            <RouteLink className={css['result']} to={routeOfUrl(url)} navigate={navigate}>
              <ResultIcon type={type} />
              <span className={css['words']}>
                <span className={css['excerpt']}>
                  <MarkedText text={excerpt} words={words} />
                </span>
                <span className={css['about']}>{`${searchTexts.typeOf(type)} · ${document.name}`}</span>
              </span>
            </RouteLink>
          </li>
        ))}
      </ul>
      {next !== null && (
        <div className={screen['more']}>
          <Button busy={task.busy} onClick={() => void task.run(more)}>
            {searchTexts.showMore}
          </Button>
        </div>
      )}
    </section>
  );
}
