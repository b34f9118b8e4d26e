/** part: the nodes of the page that a scene consists of. */

export function part(name: string): HTMLElement {
  const node = document.createElement('div');
  node.className = name;
  return node;
}

/** An SVG, as large as its contents. */
export function sheet(name: string): SVGSVGElement {
  const node = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  node.setAttribute('class', `scene-sheet ${name}`);
  return node;
}
