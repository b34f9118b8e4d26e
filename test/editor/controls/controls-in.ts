/** controls-in: the controls in a part of a page, as a screen reader finds them: by role and name, and whether they are disabled. */
import type { Locator } from 'playwright-core';
import { parse } from 'yaml';

export const controlRoles = [
  'button',
  'checkbox',
  'combobox',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
] as const;
export type ControlRole = (typeof controlRoles)[number];

export type FoundControl = { readonly role: ControlRole; readonly name: string; readonly isDisabled: boolean };

/** In the order of the page. A control that is hidden from screen readers is not found. */
export async function controlsIn(part: Locator): Promise<FoundControl[]> {
  const found: FoundControl[] = [];
  collect(parse(await part.ariaSnapshot()), found);
  return found;
}

export const describeControl = ({ role, name }: { readonly role: string; readonly name: string | RegExp }): string =>
  `${role} ${typeof name === 'string' ? JSON.stringify(name) : String(name)}`;

/** A node of the snapshot is a line, or a line over what is in it. */
function collect(node: unknown, found: FoundControl[]): void {
  if (Array.isArray(node)) for (const child of node) collect(child, found);
  else if (typeof node === 'string') collectLine(node, found);
  else if (typeof node === 'object' && node !== null)
    for (const [line, children] of Object.entries(node)) {
      collectLine(line, found);
      // The content of a control is its name or its value.
      if (Array.isArray(children)) collect(children, found);
    }
}

function collectLine(line: string, found: FoundControl[]): void {
  const parts = /^(\w+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)$/.exec(line);
  const role = controlRoles.find((known) => known === parts?.[1]);
  if (parts === null || role === undefined) return;
  const name = parts[2] === undefined ? '' : (JSON.parse(parts[2]) as string);
  found.push({ role, name, isDisabled: parts[3]?.includes('[disabled]') === true });
}
