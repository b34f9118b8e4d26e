/** The value of one of a node's metrics. */

/** Without labels, or the sum of all values whose labels contain `label`. */
export async function metricOf(url: string, name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || (line.startsWith(`${name}{`) && line.includes(label)));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
