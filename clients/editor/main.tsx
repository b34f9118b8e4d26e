/** main: starts the page. */
import { createRoot } from 'react-dom/client';

import { App, fetchScreen } from './app.tsx';
import { readFragment } from './fragment.ts';
import { Device } from './offline/device.ts';
import { keepPage } from './offline/keep-page.ts';
import { takeReturnAddress } from './state/return-address.ts';
import { Address } from './state/routes.ts';
import { WhoStore } from './api/who.ts';
import { readAppearance, showAppearance } from './ui/appearance.ts';
import './ui/base.css';
import { Provider } from './ui/provider.tsx';
import { browserStorage } from './state/browser-storage.ts';

showAppearance(document.documentElement, readAppearance(browserStorage()));
keepPage();
takeReturnAddress();
const address = new Address();
fetchScreen(address.get());
const host = document.querySelector('#app');
if (host !== null) {
  createRoot(host).render(
    <Provider>
      <App who={new WhoStore(new Device())} address={address} fragment={readFragment()} />
    </Provider>,
  );
}
