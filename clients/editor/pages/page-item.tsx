/** page-item: a page in the strip: a press shows it; it can be dragged, and has a menu. */
import type { KeyboardEvent, PointerEvent, Ref } from 'react';

import type { Theme } from '#core/render/theme.ts';
import type { Page } from '#schema/tab.ts';

import type { Editor } from '../state/editor.ts';
import { classNames } from '../ui/class-names.ts';
import { PageFace } from './page-face.tsx';
import { PageMenu } from './page-menu.tsx';
import css from './page-strip.module.css';

type PageItemProps = {
  readonly page: Page;
  readonly count: number;
  readonly editor: Editor;
  readonly theme: Theme;
  readonly mayEdit: boolean;
  /** How far it is dragged, in window pixels; null while it is not. */
  readonly drag: number | null;
  readonly onShow: () => void;
  readonly onMove: (place: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly ref: Ref<HTMLLIElement>;
};

export function PageItem(props: PageItemProps) {
  const { page, count, editor, theme, mayEdit, drag, onShow, onMove, onKeyDown, onPointerDown, ref } = props;
  return (
    <li
      ref={ref}
      className={classNames(css['page'], drag !== null && css['dragged'])}
      data-held={drag === null ? undefined : ''}
      style={drag === null ? undefined : { transform: `translateX(${drag}px)` }}
    >
      <button
        type="button"
        className={css['face']}
        aria-keyshortcuts={mayEdit ? 'Alt+Shift+ArrowLeft Alt+Shift+ArrowRight' : undefined}
        onClick={onShow}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        <PageFace page={page} />
        <span className={css['name']}>
          {page.place} {page.name}
        </span>
      </button>
      {mayEdit && <PageMenu page={page} count={count} editor={editor} theme={theme} onMove={onMove} />}
    </li>
  );
}
