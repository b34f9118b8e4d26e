/** Parses values of arguments and options. All throw commander's InvalidArgumentError, an error of usage. */
import { InvalidArgumentError } from 'commander';

/** A whole number, 0 or more. */
export function integer(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('Expected a whole number.');
  return value;
}

/** A number of seconds, more than 0. */
export function seconds(text: string): number {
  const value = number(text);
  if (value <= 0) throw new InvalidArgumentError('Expected a number of seconds.');
  return value;
}

/** A number, 0 or more, in digits. */
export function number(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Expected a number.');
  return Number(text);
}

type PointArgument = { readonly x: number; readonly y: number };

/** `400,-120`: a point of the canvas. */
export function point(text: string): PointArgument {
  const [, x, y] = /^(-?\d{1,9}(?:\.\d{1,6})?),(-?\d{1,9}(?:\.\d{1,6})?)$/.exec(text) ?? [];
  if (x === undefined || y === undefined) throw new InvalidArgumentError('Expected two numbers: 400,120.');
  return { x: Number(x), y: Number(y) };
}
