/** exact: sums of coordinates without the noise of binary fractions. */

/** The sum to a millionth of a pixel: 0.1 and 0.2 are 0.3. Adding 0 changes nothing, so that what stays keeps its digits. */
export const addExact = (at: number, by: number): number => (by === 0 ? at : Math.round((at + by) * 1e6) / 1e6 + 0);

/** To hundredths of a pixel: further digits are rounding errors of sums. Never -0. */
export const hundredths = (value: number): number => Math.round(value * 100) / 100 + 0;
