/** values: texts of the command line as the values that they stand for. */
import { InvalidArgumentError } from 'commander';

/** A whole number, 0 or more. Throws commander's InvalidArgumentError, which is an error of usage. */
export function integer(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('A whole number is expected.');
  return value;
}

/** A number of seconds, more than 0. Throws as `integer`. */
export function seconds(text: string): number {
  const value = number(text);
  if (value <= 0) throw new InvalidArgumentError('A number of seconds is expected.');
  return value;
}

/** A number, 0 or more, in digits. Throws as `integer`. */
export function number(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('A number is expected.');
  return Number(text);
}

export type PointArgument = { readonly x: number; readonly y: number };

/** `400,-120`: a point of the canvas. Throws as `integer`. */
export function point(text: string): PointArgument {
  const [, x, y] = /^(-?\d{1,9}(?:\.\d{1,6})?),(-?\d{1,9}(?:\.\d{1,6})?)$/.exec(text) ?? [];
  if (x === undefined || y === undefined) throw new InvalidArgumentError('Two numbers are expected: 400,120.');
  return { x: Number(x), y: Number(y) };
}
