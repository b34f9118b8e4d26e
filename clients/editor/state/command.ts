/**
 * command: an action in a document, in one form for the palette, the keyboard, menus and the help dialog.
 *
 * Keys are written `Mod+Shift+Z`: modifiers in the order Mod, Alt, Shift, then the key's name (KeyboardEvent.key, letters as
 * capitals, `Space` for a blank). Mod is Command on Apple's machines and Ctrl elsewhere. The first command that has the key and
 * applies is run, and the browser does not handle the key. A key that is typed into a text field, a dialog or a menu runs nothing. In a pane over the
 * canvas (`data-pane`) only commands for everywhere run.
 */
import type { Editor } from './editor.ts';

export type Command = {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** Other words by which the palette finds it: synonyms, and names in other editors. */
  readonly keywords?: readonly string[];
  readonly keys?: readonly string[];
  readonly when?: (editor: Editor) => boolean;
  /** What to select first: the palette lists the command with it, disabled, to those who search for it too early. */
  readonly needs?: string;
  /** Its keys work in panes over the canvas too. */
  readonly everywhere?: true;
  readonly run: (editor: Editor) => void | Promise<void>;
};

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>;

/** The name of the pressed key, as commands write it. */
export function keyName({ key: typed, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, apple: boolean = isApple()): string {
  // Option types other characters on Apple's keyboards: the letter of the key counts.
  const key = (apple && altKey ? /^Key([A-Z])$/.exec(code ?? '')?.[1] : undefined) ?? typed;
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  // A character that needs Shift is its own name: `?`, not `Shift+?`.
  const isSign = key.length === 1 && key !== ' ' && key.toUpperCase() === key.toLowerCase();
  const parts = [
    (apple ? metaKey : ctrlKey) ? 'Mod' : '',
    (apple ? ctrlKey : metaKey) ? 'Ctrl' : '',
    altKey ? 'Alt' : '',
    shiftKey && !isSign ? 'Shift' : '',
    name,
  ];
  return parts.filter((part) => part !== '').join('+');
}

/** The first command with the key that applies. */
export const commandFor = (commands: readonly Command[], key: string, editor: Editor): Command | undefined =>
  commands.find(({ keys, when }) => keys?.includes(key) === true && when?.(editor) !== false);

/**
 * Runs commands by their keys, until the returned function is called. `beginTyping` returns true if the key is the first one of a text: it has
 * moved the focus into a field, where the browser types the key.
 */
export function onKeys(
  commands: readonly Command[],
  editor: Editor,
  beginTyping: (event: KeyPress, editor: Editor) => boolean = () => false,
): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
    if (!isInPane(event.target) && beginTyping(event, editor)) return;
    const command = commandFor(commands, keyName(event), editor);
    if (command === undefined || (command.everywhere !== true && isInPane(event.target))) return;
    event.preventDefault();
    editor.run(command.id);
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

const isInPane = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-pane]') !== null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *, [role="menu"], [role="menu"] *'));
