/** canvas: the drawing of a document's screen, with its menu, and with what is pasted and dropped on it. */
import type { ReactElement } from 'react';

import { takeDrops } from '../clipboard/take-drops.ts';
import { CanvasMenu } from './canvas-menu.tsx';
import { CanvasSurface } from './canvas-surface.tsx';

export const Canvas = () => <CanvasSurface framed={inMenu} listen={takeDrops} />;

const inMenu = (canvas: ReactElement): ReactElement => <CanvasMenu>{canvas}</CanvasMenu>;
