/** How the editor's page is built: `clients/editor/dist`, which the server serves under a policy without inline script or eval. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What all pages share that are built into `dist`. */
export const pageBuild = {
  outDir: 'dist',
  emptyOutDir: false,
  target: ['chrome120', 'firefox121', 'safari17.4'],
  // A font or image in the style sheet would be a data URL, which policies refuse.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  chunkSizeWarningLimit: 1_500,
};

export default defineConfig({
  root: at('.'),
  base: '/',
  plugins: [namesAlone(), shellList()],
  build: {
    ...pageBuild,
    emptyOutDir: true,
    rolldownOptions: {
      input: { index: at('index.html'), 'service-worker': at('worker/service-worker.ts') },
      // The service worker controls the whole page: it is at its root, under a stable name.
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // The code of nearly every screen is one file; the rest is split along its imports.
        codeSplitting: {
          groups: [
            {
              name: 'ui',
              test: /node_modules\/(?:react|react-dom|scheduler|@base-ui|@floating-ui|lucide-react|use-sync-external-store)\/|clients\/editor\/ui\//,
              minShareCount: 1,
            },
          ],
        },
      },
    },
  },
});

/**
 * The schemas import Type as a value, which includes all of TypeBox: types written as texts, and more, which nothing here uses.
 * With named imports only the used parts are in the page.
 */
export function namesAlone(): Plugin {
  return {
    name: 'names-alone',
    enforce: 'pre',
    transform: {
      filter: { code: /from 'typebox'/ },
      handler: (code) => code.replace(/^import Type(?:, \{[^}]*\})? from 'typebox';/m, "import * as Type from 'typebox';"),
    },
  };
}

/** Writes the page's files into the service worker, with a version that changes with any of them. */
function shellList(): Plugin {
  return {
    name: 'shell-list',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['service-worker.js'];
      if (worker?.type !== 'chunk') return;
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !/\.(map|woff)$/.test(name));
      const paths = ['/favicon.svg', ...files.toSorted().map((name) => `/${name}`)];
      const version = createHash('sha256').update(paths.join(' ')).update(worker.code).digest('hex').slice(0, 16);
      worker.code = worker.code.replace('__SHELL__', [version, ...paths].join(' '));
    },
  };
}
