/** token-expiry: when a token or a link expires, as options to choose from. */
import type { SelectOption } from './select.tsx';
import { uiTexts } from '../strings/ui.ts';

export type Expiry = 'day' | 'month' | 'quarter' | 'year' | 'never';

const dayMs = 24 * 60 * 60 * 1_000;
const days: Readonly<Record<Exclude<Expiry, 'never'>, number>> = { day: 1, month: 30, quarter: 90, year: 365 };

/** In milliseconds since the Unix epoch; null for never. */
export const expiresAt = (expiry: Expiry, now: number): number | null => (expiry === 'never' ? null : now + days[expiry] * dayMs);

export const expiryOptions: readonly SelectOption<Expiry>[] = [
  { value: 'day', label: uiTexts.oneDay },
  { value: 'month', label: uiTexts.days(days.month) },
  { value: 'quarter', label: uiTexts.days(days.quarter) },
  { value: 'year', label: uiTexts.oneYear },
  { value: 'never', label: uiTexts.never },
];
