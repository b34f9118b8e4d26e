/** The data of the package, which TypeScript would read as types of half a megabyte. */
declare module 'lucide-static/icon-nodes.json' {
  import type { IconNodes } from '#core/icons/icon-set.ts';

  const nodes: IconNodes;
  export default nodes;
}
declare module 'lucide-static/tags.json' {
  import type { IconTags } from '#core/icons/icon-set.ts';

  const tags: IconTags;
  export default tags;
}
