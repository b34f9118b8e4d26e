/**
 * control: what a test expects of one control of the editor: that it is there, by its role and name, and what a press does.
 *
 * The name of a control is written once, where the control is defined; controls that are in several places are shared.
 */
import type { Locator } from 'playwright-core';

import type { ControlBench } from './bench.ts';
import type { ControlRole } from './controls-in.ts';

/** What a press brings about: it does not hold before the press, and holds some time after it. */
export type ControlEffect = {
  readonly read: (bench: ControlBench) => Promise<unknown>;
  /** `before` is what was read before the press. */
  readonly holds: (now: unknown, before: unknown) => boolean;
};

export type Press = (control: Locator, bench: ControlBench) => Promise<void>;

export type PressedControl = {
  readonly role: ControlRole;
  /** A pattern where the name holds a value. */
  readonly name: string | RegExp;
  /** How it is pressed, where that is no click. */
  readonly press?: Press;
  readonly effect?: ControlEffect;
  /** What it opens, with the controls in it. */
  readonly opens?: Popup;
  /** Why it is not pressed here: it is disabled, or pressed in another context. */
  readonly unpressed?: 'disabled' | 'elsewhere';
  /** How many of the same name there are; 1 without it, `several` where that is not what is tested. The first is pressed. */
  readonly times?: number | 'several';
  /** Puts back what the press has done, after which the effect no longer holds. */
  readonly after?: (bench: ControlBench) => Promise<void>;
};

export type Popup = {
  readonly role: 'menu' | 'dialog' | 'alertdialog' | 'listbox' | 'complementary';
  readonly controls: readonly PressedControl[];
};

/** The control that opens a menu, for a place where an entry of it is missing. */
export const withoutEntry = (control: PressedControl, name: string): PressedControl => ({
  ...control,
  ...(control.opens !== undefined && {
    opens: { ...control.opens, controls: control.opens.controls.filter((one) => one.name !== name) },
  }),
});

type Rest = Omit<PressedControl, 'role' | 'name'>;

const of =
  (role: ControlRole) =>
  (name: string | RegExp, rest: Rest | ControlEffect): PressedControl => ({
    role,
    name,
    ...('read' in rest ? { effect: rest } : rest),
  });

export const button = of('button');
export const link = of('link');
/** The link of a tab, which may also say its mode and who is there. */
export const tabLink = (name: string, rest: Rest | ControlEffect): PressedControl =>
  link(new RegExp(`^(?:Pages )?${name}(?: .+ (?:is|are) here)?$`), rest);
export const textbox = of('textbox');
export const searchbox = of('searchbox');
export const spinbutton = of('spinbutton');
export const combobox = of('combobox');
export const option = of('option');
export const checkbox = of('checkbox');
export const radio = of('radio');
export const toggle = of('switch');
export const tab = of('tab');

export const item = of('menuitem');
export const choice = of('menuitemradio');

export const menu = (controls: readonly PressedControl[]): Rest => ({ opens: { role: 'menu', controls } });
export const dialog = (controls: readonly PressedControl[]): Rest => ({ opens: { role: 'dialog', controls } });
export const alertdialog = (controls: readonly PressedControl[]): Rest => ({ opens: { role: 'alertdialog', controls } });

export const elsewhere: Rest = { unpressed: 'elsewhere' };
export const disabled: Rest = { unpressed: 'disabled' };

export const fill =
  (text: string, key?: string): Press =>
  async (control) => {
    await control.fill(text);
    if (key !== undefined) await control.press(key);
  };

/** The effect that something is read which was not read before. */
export const effect = <T>(read: (bench: ControlBench) => Promise<T>, holds: (now: T, before: T) => boolean): ControlEffect => ({
  read,
  holds: (now, before) => holds(now as T, before as T),
});
