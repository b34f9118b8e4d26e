/** brand: the logo of Atelier: a sheet, and on it a box with an arrow. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g stroke="var(--on-accent)" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 23.5 15 8.5h2l6.5 15" />
        <path d="M11.5 18h6.5" />
        <path d="m17 15.5 2.5 2.5-2.5 2.5" />
      </g>
    </svg>
  );
}
