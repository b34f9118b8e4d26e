/** main: starts the page of a published board. */
import '../ui/tokens.css';
import '../scene/scene.css';
import './published.css';
import { readerAddress } from './reader-address.ts';
import { PublishedReader } from './published-reader.ts';

const root = document.getElementById('app');
const address = readerAddress(location);
if (root !== null && address !== null) {
  // The page around an embedded board chose: its bar goes with the drawing.
  if (address.theme === 'light' || address.theme === 'dark') document.documentElement.dataset['theme'] = address.theme;
  new PublishedReader(root, address);
}
