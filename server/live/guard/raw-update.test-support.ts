/** Writes the bytes of a Yjs update (version 1) from a description, including updates that Yjs never writes. */

export type RawId = { readonly client: number; readonly clock: number };
export type RawStruct = {
  readonly kind: 'any' | 'map' | 'deleted' | 'gc' | 'skip';
  /** The number of clocks; an `any` contains its value that many times. */
  readonly length?: number;
  readonly value?: unknown;
  readonly origin?: RawId;
  readonly rightOrigin?: RawId;
  readonly parent?: RawId;
  readonly root?: string;
  readonly key?: string;
};
export type RawSection = { readonly client: number; readonly clock: number; readonly structs: readonly RawStruct[] };
export type RawUpdate = {
  readonly sections: readonly RawSection[];
  readonly deletes: readonly {
    readonly client: number;
    readonly ranges: readonly (readonly [clock: number, length: number])[];
  }[];
};

export function rawUpdate({ sections, deletes }: RawUpdate): Uint8Array {
  const out: number[] = [];
  uint(out, sections.length);
  for (const { client, clock, structs } of sections) {
    uint(out, structs.length);
    uint(out, client);
    uint(out, clock);
    for (const struct of structs) writeStruct(out, struct);
  }
  uint(out, deletes.length);
  for (const { client, ranges } of deletes) {
    uint(out, client);
    uint(out, ranges.length);
    for (const [clock, length] of ranges) {
      uint(out, clock);
      uint(out, length);
    }
  }
  return Uint8Array.from(out);
}

const refs = { gc: 0, deleted: 1, map: 7, any: 8, skip: 10 } as const;

function writeStruct(out: number[], struct: RawStruct): void {
  const { kind, origin, rightOrigin, key } = struct;
  const length = struct.length ?? 1;
  if (kind === 'gc' || kind === 'skip') {
    out.push(refs[kind]);
    uint(out, length);
    return;
  }
  out.push(
    refs[kind] | (origin === undefined ? 0 : 0x80) | (rightOrigin === undefined ? 0 : 0x40) | (key === undefined ? 0 : 0x20),
  );
  if (origin !== undefined) id(out, origin);
  if (rightOrigin !== undefined) id(out, rightOrigin);
  if (origin === undefined && rightOrigin === undefined) {
    uint(out, struct.root === undefined ? 0 : 1);
    if (struct.root !== undefined) text(out, struct.root);
    else id(out, struct.parent ?? { client: 0, clock: 0 });
    if (key !== undefined) text(out, key);
  }
  if (kind === 'map') uint(out, 1);
  else uint(out, length);
  if (kind === 'any') for (let left = length; left > 0; left -= 1) any(out, struct.value);
}

function uint(out: number[], value: number): void {
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) out.push(0x80 | (rest % 128));
  out.push(rest);
}

function id(out: number[], { client, clock }: RawId): void {
  uint(out, client);
  uint(out, clock);
}

function text(out: number[], value: string): void {
  const bytes = new TextEncoder().encode(value);
  uint(out, bytes.length);
  out.push(...bytes);
}

/** lib0's encoding of a plain value; every number as float64. */
export function any(out: number[], value: unknown): void {
  if (value === undefined) out.push(127);
  else if (value === null) out.push(126);
  else if (typeof value === 'number') {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    out.push(123, ...new Uint8Array(view.buffer));
  } else if (typeof value === 'boolean') out.push(value ? 120 : 121);
  else if (typeof value === 'string') {
    out.push(119);
    text(out, value);
  } else if (Array.isArray(value)) {
    out.push(117);
    uint(out, value.length);
    for (const entry of value) any(out, entry);
  } else {
    const members = Object.entries(value);
    out.push(118);
    uint(out, members.length);
    for (const [name, member] of members) {
      text(out, name);
      any(out, member);
    }
  }
}
