/** searched-icons: all icons with the words by which they are found, for what searches them. */
import nodes from 'lucide-static/icon-nodes.json';
import tags from 'lucide-static/tags.json';

import { IconSet } from '#core/icons/icon-set.ts';

const icons = new IconSet({ nodes: () => nodes, tags: () => tags });

export const searchedIcons = (): IconSet => icons;

/** What diagrams of systems show most: the first ones without a search. */
const usual = ['user', 'users', 'smartphone', 'monitor', 'globe', 'cloud', 'server', 'database', 'hard-drive', 'network', 'router', 'shield', 'lock', 'key', 'mail', 'message-square', 'bell', 'credit-card', 'shopping-cart', 'package', 'box', 'boxes', 'cpu', 'bot', 'workflow', 'webhook', 'code', 'terminal', 'file-text', 'folder', 'calendar', 'chart-line', 'settings', 'search', 'building-2', 'truck']; // prettier-ignore

/** The names for the words of a search. */
export function iconsFor(words: string): readonly string[] {
  const found = icons.search(words);
  return words.trim() === '' ? [...new Set([...usual.filter((name) => icons.has(name)), ...found])] : found;
}
