/** kbd: a key combination such as `Mod+Shift+K`, as on this machine's keyboard. */
import css from './kbd.module.css';
import { isApple, keySigns } from './shortcut.ts';

export const onApple = (): boolean => isApple(navigator.platform);

export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className={css['keys']}>
      {keySigns(keys, onApple()).map((sign) => (
        <kbd key={sign} className={css['key']}>
          {sign}
        </kbd>
      ))}
    </span>
  );
}
