/**
 * open-scene: the scene of an editor's tab in a part of the page. It follows tab, viewport, theme, cards, sheets and images until
 * it is ended.
 */
import { isId } from '#schema/ids.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';

import { pageIcons, showsIcon } from '../icons/loaded-icons.ts';
import type { Editor } from '../state/editor.ts';
import { gridPx } from '../state/grid.ts';
import { onDarkPage } from '../ui/dark-page.ts';
import { SceneView } from './scene.ts';
import type { LoadedImages } from './loaded-images.ts';
import { TabTheme } from './tab-theme.ts';

export type OpenScene = { readonly scene: SceneView; readonly end: () => void };

/** `images`: the data URI of an image, or null; by default images are loaded from their address. */
export function openScene(
  host: HTMLElement,
  editor: Pick<Editor, 'session' | 'tab' | 'viewport' | 'canvas'>,
  images?: LoadedImages,
): OpenScene {
  const { session, tab, viewport, canvas } = editor;
  const themes = new TabTheme(session.doc);
  const theme = () => themes.themeOf(tab.settings.get());
  const missing = new Set<string>();
  let wasOffline = false;
  const scene = new SceneView(host, tab, {
    theme,
    image: (id) => {
      if (!isId('img', id) || missing.has(id)) return null;
      return images === undefined ? `/api/v1/images/${id}` : images.get(id);
    },
    icon: (name) => pageIcons.parts(name),
    cards: () => session.cards.faces,
    sheet: (id) => session.sheets.face(id),
  });
  let drawn = theme();
  const follow = (): void => scene.setVisible(viewport.visible(), viewport.get().zoom);
  follow();
  const showGrid = (): void => scene.setGrid(canvas.grid.get() ? gridPx : null);
  showGrid();
  // An image that cannot be loaded is replaced by a placeholder; the event of an image does not bubble.
  const onError = ({ target }: Event): void => {
    const id = target instanceof SVGImageElement ? target.href.baseVal.split('/').at(-1) : undefined;
    if (id === undefined || missing.has(id)) return;
    missing.add(id);
    scene.redraw((element) => element.type === 'image' && element.imageId === id);
  };
  host.addEventListener('error', onError, { capture: true });
  // What could not be loaded while offline is requested again.
  const retry = (): void => {
    const { kind } = session.status.get();
    if (kind === 'offline') wasOffline = true;
    if (!wasOffline || kind !== 'saved') return;
    wasOffline = false;
    missing.clear();
    scene.redraw(({ type }) => type === 'image');
  };
  const restyle = (): void => {
    if (theme() !== drawn) scene.redrawAll();
    drawn = theme();
  };
  const endings = [
    session.status.subscribe(retry),
    viewport.subscribe(follow),
    canvas.grid.subscribe(showGrid),
    session.cards.subscribe(() => scene.redraw((element) => element.type === 'shape' && element.planBoard !== undefined)),
    session.sheets.subscribe((ids) =>
      scene.redraw((element) => element.type === 'shape' && ids.has(element.planSheet?.sheetId ?? '')),
    ),
    pageIcons.onLoad(() => scene.redraw(showsIcon)),
    watchRoot(session.doc, 'meta', restyle),
    onDarkPage(restyle),
    ...(images === undefined
      ? []
      : [images.onLoad((id) => scene.redraw((element) => element.type === 'image' && element.imageId === id))]),
    () => host.removeEventListener('error', onError, { capture: true }),
    () => scene.destroy(),
  ];
  return { scene, end: () => endings.forEach((end) => end()) };
}
