/** browser-name: the browser and the system in what a browser calls itself, for people. It is a hint: browsers may claim anything. */
type BrowserName = { readonly browser: string | null; readonly system: string | null };

/** In this order: browsers also claim to be those that they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export function browserName(userAgent: string | null): BrowserName {
  const text = userAgent ?? '';
  const find = (names: typeof browsers): string | null => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  // A program names itself first: `curl/8.5.0`.
  const [, program = null] = /^([A-Za-z][\w-]{0,30})(?:\/\d|$)/.exec(text) ?? [];
  return { browser: find(browsers) ?? (program === 'Mozilla' ? null : program), system: find(systems) };
}
