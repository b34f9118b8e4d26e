/** spinner: shows that something is in progress. With a `label` it is announced; otherwise its container says so. */
import css from './spinner.module.css';

export function Spinner({ label }: { readonly label?: string }) {
  const spoken = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label };
  return (
    <svg className={css['spinner']} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" {...spoken}>
      <circle className={css['track']} cx="8" cy="8" r="6.5" />
      <path d="M14.5 8a6.5 6.5 0 0 0-6.5-6.5" strokeLinecap="round" />
    </svg>
  );
}
