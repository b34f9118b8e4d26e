/** published-addresses: what owners paste elsewhere to show a published board: a frame in HTML, a picture in Markdown. */

/** As wide as its place and 16:10 at the usual width of a text. */
const heightPx = 480;

export const embedCode = (embedUrl: string, name: string): string =>
  `<iframe src="${inAttribute(embedUrl)}" title="${inAttribute(name)}" width="100%" height="${heightPx}" style="border:0" loading="lazy"></iframe>`;

/** `url`: of the page. */
export const pictureMarkdown = (url: string, name: string): string =>
  `![${name.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&')}](${url}.png)`;

const marks: ReadonlyMap<string, string> = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;'], ['"', '&quot;']]); // prettier-ignore
const inAttribute = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks.get(mark) ?? '');
