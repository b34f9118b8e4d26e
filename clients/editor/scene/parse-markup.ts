/**
 * parse-markup: finished markup of core/render as nodes.
 *
 * Many pieces are parsed at once, which costs a third of parsing each alone. The markup comes from core/render/markup.ts,
 * which writes no script, event or style; a template's content is inert besides.
 */
import type { Markup } from '#core/render/markup.ts';

/** One element for each markup, in their order. Each markup is exactly one element. */
export function parseMarkup(pieces: readonly Markup[]): SVGElement[] {
  const template = document.createElement('template');
  template.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg">${pieces.map(({ source }) => source).join('')}</svg>`;
  const svg = template.content.firstElementChild;
  const nodes = Array.from(svg?.children ?? []).filter((node) => node instanceof SVGElement);
  for (const link of svg?.querySelectorAll('a') ?? []) withoutFocus(link);
  return nodes.map((node) => document.adoptNode(node));
}

/** A link on the canvas is a property of its element: the tools open it. It takes neither the focus nor a click. */
function withoutFocus(link: Element): void {
  for (const name of ['href', 'target', 'rel']) link.removeAttribute(name);
}
