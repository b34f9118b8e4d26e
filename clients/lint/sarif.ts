/**
 * sarif: findings as a SARIF 2.1.0 log, the form in which code hosts take results of analyses.
 *
 * Each result names the document, the tab and the elements as logical locations, and for a file its line as a physical one.
 */
import { version } from '#clients/service/version.ts';
import { rules } from '#core/lint/rules/rule-list.ts';
import { quote } from '#core/notation/quote.ts';
import type { Finding } from '#schema/changeset.ts';
import type { Severity } from '#schema/severities.ts';

import type { LintedTab } from './linted-tab.ts';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = { error: 'error', warning: 'warning', info: 'note' };

export function sarifOf(tabs: readonly LintedTab[]): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Atelier', semanticVersion: version(), rules: rules.map(sarifRule) } },
        columnKind: 'unicodeCodePoints',
        results: tabs.flatMap((tab) => tab.lint.findings.map((finding) => resultOf(finding, tab))),
      },
    ],
  };
}

const sarifRule = ({ code, severity, message }: (typeof rules)[number]): object => ({
  id: code,
  shortDescription: { text: message.replace(/\{(\w+)\}/g, '$1') },
  defaultConfiguration: { level: levels[severity] },
});

function resultOf({ code, severity, elements, message, fix }: Finding, tab: LintedTab): object {
  return {
    ruleId: code,
    ruleIndex: rules.findIndex((rule) => rule.code === code),
    level: levels[severity],
    message: { text: `${message} Fix: ${fix}` },
    locations: [locationOf(elements, tab)],
    partialFingerprints: { 'atelierFinding/v1': [tab.name, code, ...elements].map(quote).join(' ') },
  };
}

/** The place of a finding: the line of its first element, or the first line. */
function locationOf(elements: readonly string[], { name, document, path, lineOf }: LintedTab): object {
  const place = [...(document === null ? [] : [document]), name].join('/');
  const tab = { name, fullyQualifiedName: place, kind: 'module' };
  const refs = elements.map((ref) => ({ name: ref, fullyQualifiedName: `${place}/${ref}`, kind: 'element' }));
  const lines = elements.flatMap((ref) => lineOf(ref) ?? []);
  const file = path === null ? null : { artifactLocation: { uri: uriOf(path) }, region: { startLine: lines[0] ?? 1 } };
  return { logicalLocations: [tab, ...refs], ...(file !== null && { physicalLocation: file }) };
}

/** A path as a relative reference. */
const uriOf = (path: string): string =>
  path
    .replace(/^(\.\/)+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
