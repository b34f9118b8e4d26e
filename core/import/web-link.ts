/** web-link: the addresses that an element may link to. */
import { Link } from '#schema/links.ts';
import { isValid } from '#schema/validate.ts';

export const isLink = (address: string): boolean => isValid(Link, address);
