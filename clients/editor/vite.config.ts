/** How the editor's page is built: `clients/editor/dist`, which the server serves under a policy without inline script or eval. */
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17.4'],
    // A font or picture in the style sheet would be a data address, which the policy does not let in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
  },
});
