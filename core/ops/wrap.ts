/**
 * wrap: draw a frame or lane around the members that a selection names. (OPS-B is writing this.)
 */
export {};
