/** Generates docs/errors.md from the error table. */
import { errorCodes, errors } from '#schema/errors.ts';

export function errorsReference(): string {
  const rows = errorCodes.map((code) => {
    const { status, detail, hint } = errors[code];
    return `| ${status} | \`${code}\` | ${cell(detail)} | ${cell(hint)} |`;
  });
  return `# Errors

Refusals are \`application/problem+json\` (RFC 9457): \`{ type, title, status, detail, code, hint, requestId }\` and further
members, for example those in {slots} below. An answered error means that nothing was applied.
This file is generated from \`schema/errors.ts\` by \`npm run docs\`.

| status | code | what it means | what to do |
|---|---|---|---|
${rows.join('\n')}
`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
