/** main: starts the page. */
import { createRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { readFragment } from './fragment.ts';
import { Address } from './routes.ts';
import { WhoStore } from './rest/who.ts';

const host = document.querySelector('#app');
if (host !== null) createRoot(host).render(<App who={new WhoStore()} address={new Address()} fragment={readFragment()} />);
