/** properties: `{ shape: cyl, label: "Orders" }` after a node: pairs in YAML, on one line or several. */
import { type ImportFault, isImportFault } from '../diagram.ts';
import type { MermaidText } from './mermaid-text.ts';

/** The source is behind the opening brace. */
export function readProperties(source: MermaidText): ReadonlyMap<string, string> | ImportFault {
  const properties = new Map<string, string>();
  const start = source.at;
  while (true) {
    source.take(/[\s,]*/y);
    if (source.takes('}')) return properties;
    const name = source.match(/"?([\w-]+)"?[ \t]*:[ \t]*/y)?.[1];
    if (name === undefined)
      return source.atEnd ? source.fault('the closing }', start) : source.fault('a property, such as shape: rect');
    const value = readValue(source);
    if (isImportFault(value)) return value;
    properties.set(name, value);
  }
}

function readValue(source: MermaidText): string | ImportFault {
  if (source.takes("'")) {
    const text = source.until("'");
    if (text === null) return source.fault("the closing '");
    source.at += 1;
    return text;
  }
  const quoted = source.quoted();
  return quoted ?? source.take(/[^,}\n]*/y)?.trim() ?? '';
}
