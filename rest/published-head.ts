/** The head of a published board's page: its title, and what chats and other pages show when they get its address. */

export type PublishedHead = {
  readonly origin: string;
  readonly secret: string;
  readonly title: string;
  /** Id of the tab in the address; null for the first. */
  readonly tab: string | null;
};

/** Puts it into the page as it was built. */
export function publishedHead(template: string, { origin, secret, title, tab }: PublishedHead): string {
  const query = tab === null ? '' : `?${String(new URLSearchParams({ tab }))}`;
  const url = `${origin}/p/${secret}${query}`;
  const oembed = `${origin}/oembed?${String(new URLSearchParams({ url, format: 'json' }))}`;
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': 'Atelier',
      'og:title': title,
      'og:url': url,
      'og:image': `${origin}/p/${secret}.png${query}`,
    }).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(title)}" />`,
  ];
  const head = lines.join('\n    ');
  return template.replace(/<title>[^<]*<\/title>/, () => head);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Also for attributes in quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
