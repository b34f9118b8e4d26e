/** neighbor-in: which of a row of things is shown when the shown one is deleted: the next, or the one before the last. */
export function neighborIn<T extends { readonly id: string }>(row: readonly T[], id: string): T | undefined {
  const place = row.findIndex((thing) => thing.id === id);
  return row[place + 1] ?? row[place - 1];
}
