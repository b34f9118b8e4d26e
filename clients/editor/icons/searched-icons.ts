/** searched-icons: all icons with the words by which they are found, for what searches them. */
import nodes from 'lucide-static/icon-nodes.json';
import tags from 'lucide-static/tags.json';

import { IconSet } from '#core/icons/icon-set.ts';

const icons = new IconSet({ nodes: () => nodes, tags: () => tags });

export const searchedIcons = (): IconSet => icons;
