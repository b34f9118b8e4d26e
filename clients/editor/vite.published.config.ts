/**
 * How the reader's page of published boards is built: a page of its own, without a framework, beside the editor's, whose fonts it
 * shares; and the module with which other pages embed boards, under the stable name that they load. The service worker keeps neither.
 */
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

import { namesAlone, pageBuild } from './vite.config.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  base: '/',
  plugins: [namesAlone()],
  publicDir: false,
  build: {
    ...pageBuild,
    rolldownOptions: {
      input: { published: at('published.html'), 'published-gone': at('published-gone.html'), embed: at('embed/main.ts') },
      output: { entryFileNames: ({ name }) => (name === 'embed' ? '[name].js' : 'assets/[name]-[hash].js') },
      // A signal has a hook for components, which this page has none of.
      treeshake: { moduleSideEffects: (id) => !id.includes('/node_modules/react/') },
    },
  },
});
