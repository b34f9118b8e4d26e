/** tab-names: names for new tabs that no other tab of the document has. */

/** `Tab 1`, `Tab 2`, …: the number after the count of tabs, or the next free one. */
export function newTabName(names: readonly string[]): string {
  const taken = new Set(names);
  let number = names.length + 1;
  while (taken.has(`Tab ${number}`)) number += 1;
  return `Tab ${number}`;
}

/** The name, with a number if that is taken. */
export function freeName(name: string, names: readonly string[]): string {
  const taken = new Set(names);
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${name} ${number}`;
  }
}

/** `Copy of X`, with a number if that is taken; never longer than a name may be. */
export function copyName(name: string, names: readonly string[], longest: number): string {
  const taken = new Set(names);
  const named = (number: number): string => {
    const end = number === 1 ? '' : ` ${number}`;
    return (
      Array.from(`Copy of ${name}`)
        .slice(0, longest - end.length)
        .join('') + end
    );
  };
  let number = 1;
  while (taken.has(named(number))) number += 1;
  return named(number);
}
