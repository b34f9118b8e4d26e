/** example: drawings that the examples of several operations start from. */

/** An operation at work, for the language reference: `before` draws a tab, and `lines` is the changeset. */
export type Example = { readonly before: string; readonly lines: string };

/** Three boxes in a row. */
export const exampleRow = `
add square id=order label="Order"
add square id=pack label="Pack" right-of:order
add square id=ship label="Ship" right-of:pack
connect order -> pack label="paid"
connect pack -> ship`;

/** Three boxes around a corner. */
export const exampleCorner = `
add square id=order label="Order"
add square id=pack label="Pack" right-of:order gap:100
add square id=ship label="Ship" below:order gap:100
connect order -> pack label="paid"
connect pack -> ship label="packed"`;
