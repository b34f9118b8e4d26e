/** drawn-icons: the lines of all icons, a file of its own. Only what is loaded when an icon is shown imports it. */
import nodes from 'lucide-static/icon-nodes.json';

import { IconSet } from '#core/icons/icon-set.ts';

export const drawnIcons = (): IconSet => new IconSet({ nodes: () => nodes, tags: () => ({}) });
