/**
 * parse-markup: turns markup of core/render into nodes.
 *
 * Many pieces are parsed at once, which takes a third of the time of parsing each alone. The markup comes from
 * core/render/markup.ts, which writes no scripts, events or styles; the content of a template is inert besides.
 */
import type { Markup } from '#core/render/markup.ts';

/** One element for each markup, in order. Each markup is exactly one element. */
export function parseMarkup(pieces: readonly Markup[]): SVGElement[] {
  const template = document.createElement('template');
  template.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg">${pieces.map(({ source }) => source).join('')}</svg>`;
  const svg = template.content.firstElementChild;
  const nodes = Array.from(svg?.children ?? []).filter((node) => node instanceof SVGElement);
  for (const link of svg?.querySelectorAll('a') ?? []) withoutFocus(link);
  return nodes.map((node) => document.adoptNode(node));
}

/** A link on the canvas is a property of its element, opened by the tools. It takes neither the focus nor a click. */
function withoutFocus(link: Element): void {
  for (const name of ['href', 'target', 'rel']) link.removeAttribute(name);
}
