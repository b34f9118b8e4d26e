/** home-button: a link to the documents; for a guest, who has none, only the logo. */
import { Mark } from '../home/brand.tsx';
import { RouteLink } from '../ui/route-link.tsx';
import { useValue } from '../state/signal.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { useEditor } from '../state/editor.ts';
import css from './home-button.module.css';
import { documentTexts } from '../strings/document.ts';

export function HomeButton() {
  const { self, navigate } = useEditor();
  const user = useValue(self);
  if (user === null) {
    return (
      <span className={css['home']}>
        <Mark size={26} />
      </span>
    );
  }
  return (
    <Tooltip label={documentTexts.yourDocuments}>
      <RouteLink
        className={css['home']}
        to={{ screen: 'documents' }}
        navigate={navigate}
        aria-label={documentTexts.yourDocuments}
      >
        <Mark size={26} />
      </RouteLink>
    </Tooltip>
  );
}
