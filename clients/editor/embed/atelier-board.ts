/**
 * atelier-board: the element `<atelier-board src="https://…/p/…">`, which shows a published board on any page, live.
 *
 * It is as wide as its place, and as high as its style says; without a height, 16:10. `tab`, `frame`, `theme` and `toolbar="0"` choose
 * what is shown, and may change. It dispatches `ready`, `change`, and `select` with the names of the selected elements. Messages
 * count only if they are of its own frame and of the board's server.
 */
import { frameUrl, noticeOf } from './board-source.ts';

const observed = ['src', 'tab', 'frame', 'theme', 'toolbar', 'title'] as const;
const style = `:host{display:block;aspect-ratio:16/10;overflow:hidden}
:host([hidden]){display:none}
iframe{display:block;width:100%;height:100%;border:0}`;
/** Without a title of the page's. */
const untitled = 'Board';

/** Where there are no elements, as on a server, the module can be loaded all the same. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class AtelierBoard extends Base {
  static readonly observedAttributes: readonly string[] = observed;
  #frame: HTMLIFrameElement | null = null;
  #origin = '';
  #isQueued = false;
  readonly #listen = (event: MessageEvent): void => this.#take(event);

  connectedCallback(): void {
    window.addEventListener('message', this.#listen);
    this.#show();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#listen);
  }

  /** Several attributes that are set together load the frame once. */
  attributeChangedCallback(): void {
    if (!this.isConnected || this.#isQueued) return;
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      if (this.isConnected) this.#show();
    });
  }

  #show(): void {
    const attribute = (name: (typeof observed)[number]): string | null => this.getAttribute(name);
    const url = frameUrl(
      {
        src: attribute('src'),
        tab: attribute('tab'),
        frame: attribute('frame'),
        theme: attribute('theme'),
        toolbar: attribute('toolbar'),
      },
      document.baseURI,
    );
    this.#origin = url?.origin ?? '';
    const title = attribute('title') ?? untitled;
    if (url !== null && this.#frame?.src === url.href) {
      this.#frame.title = title;
      return;
    }
    this.#frame?.remove();
    this.#frame = url === null ? null : frameOf(url, title);
    if (this.#frame !== null) this.#root().append(this.#frame);
  }

  #root(): ShadowRoot {
    if (this.shadowRoot !== null) return this.shadowRoot;
    const root = this.attachShadow({ mode: 'open' });
    // A style sheet that is made here is no inline style, which the page's policy may refuse.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    return root;
  }

  #take({ source, origin, data }: MessageEvent): void {
    if (source === null || source !== this.#frame?.contentWindow || origin !== this.#origin) return;
    const notice = noticeOf(data);
    if (notice === null) return;
    const detail = notice.type === 'select' ? { refs: notice.refs } : null;
    this.dispatchEvent(new CustomEvent(notice.type, { detail }));
  }
}

/** A new frame for each address: one that goes to another would be an entry in the history of the page. */
function frameOf(url: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.loading = 'lazy';
  frame.title = title;
  frame.allow = '';
  frame.referrerPolicy = 'no-referrer';
  frame.src = url.href;
  return frame;
}

/** Defines the element, once. */
export function defineAtelierBoard(): void {
  if (globalThis.customElements?.get('atelier-board') === undefined)
    globalThis.customElements?.define('atelier-board', AtelierBoard);
}
