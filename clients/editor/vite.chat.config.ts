/**
 * How the chat board is built: a script and a style sheet under stable names, since hosts keep the page that names them for as long as a
 * conversation. Pages of any origin load them, so every other address in them is relative.
 */
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

import { namesAlone, pageBuild } from './vite.config.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  base: './',
  plugins: [namesAlone()],
  publicDir: false,
  build: {
    ...pageBuild,
    cssCodeSplit: false,
    rolldownOptions: {
      input: { board: at('chat/main.tsx') },
      output: {
        entryFileNames: 'chat/board.js',
        chunkFileNames: 'chat/[name]-[hash].js',
        // Fonts are those of the editor's page.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'chat/board.css' : 'assets/[name]-[hash][extname]',
      },
    },
  },
});
