/** form-controls: the controls of forms and panels: values chosen from a list, boxes that are ticked, switches and fields. */
import {
  checkbox,
  combobox,
  type ControlEffect,
  elsewhere,
  fill,
  option,
  type PressedControl,
  spinbutton,
  textbox,
} from './control.ts';

/** A list of values that opens at a press; null: its value is set by another option of the list. */
export const chooser = (
  label: string | RegExp,
  options: Readonly<Record<string, ControlEffect | null>> | readonly PressedControl[],
): PressedControl =>
  combobox(label, {
    opens: {
      role: 'listbox',
      controls: Array.isArray(options)
        ? (options as readonly PressedControl[])
        : Object.entries(options as Readonly<Record<string, ControlEffect | null>>).map(([title, effect]) =>
            option(title, effect ?? elsewhere),
          ),
    },
  });

export const tick = (label: string | RegExp, effect: ControlEffect): PressedControl => checkbox(label, effect);

/** A field whose text counts at Enter. */
export const field = (label: string | RegExp, text: string, effect: ControlEffect): PressedControl =>
  textbox(label, { press: fill(text, 'Enter'), effect });

/** A field whose text counts when it is left. */
export const leftField = (label: string | RegExp, text: string, effect: ControlEffect): PressedControl =>
  textbox(label, { press: fill(text, 'Tab'), effect });

export const numberField = (label: string | RegExp, text: string, effect: ControlEffect): PressedControl =>
  spinbutton(label, { press: fill(text, 'Enter'), effect });
