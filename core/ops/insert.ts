/**
 * insert: put a new element on the arrow from a to b, which becomes two arrows, and make room for it. (OPS-B is writing this.)
 */
export {};
