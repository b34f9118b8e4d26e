/**
 * record: writes results.tsv: what LibreOffice makes of the formulas in formulas.ts. Needs `soffice` in the path.
 *
 * The workbook is written as an Office Open XML file without values, so that LibreOffice calculates it, and exported with all
 * digits. Every formula is an array formula, as new spreadsheets calculate all of them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { columnIndex, columnLetters } from '#core/sheet/address.ts';
import { parseCsv } from '#core/sheet/csv.ts';

import { officeCells, officeFormulas } from './formulas.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Functions whose names have a prefix in files. */
const prefixed =
  /\b(?:AGGREGATE|ARABIC|BASE|BINOM\.(?:DIST|INV)|CEILING\.MATH|CHISQ\.\w+(?:\.\w+)?|CONFIDENCE\.\w+|COVARIANCE\.\w+|DAYS|DECIMAL|F\.\w+(?:\.\w+)?|FLOOR\.MATH|GAMMA|HYPGEOM\.DIST|IFNA|IFS|ISOWEEKNUM|MAXIFS|MINIFS|MODE\.\w+|NEGBINOM\.DIST|NORM(?:\.S)?\.\w+|NUMBERVALUE|PERCENTILE\.\w+|PERCENTRANK\.\w+|POISSON\.DIST|QUARTILE\.\w+|RANK\.\w+|STDEV\.\w|SWITCH|T\.\w+(?:\.\w+)?|TEXTJOIN|VAR\.\w|XOR)(?=\()/g;

function sheetXml(formulas: readonly string[]): string {
  const rows = new Map<number, string[]>();
  const add = (row: number, cell: string): void => void rows.set(row, [...(rows.get(row) ?? []), cell]);
  const inOrder = Object.entries(officeCells).toSorted(([a], [b]) => columnIndex(a.replace(/\d/g, '')) - columnIndex(b.replace(/\d/g, '')));
  for (const [address, value] of inOrder) {
    const row = Number(address.replace(/\D/g, ''));
    if (typeof value === 'number') add(row, `<c r="${address}"><v>${value}</v></c>`);
    else if (typeof value === 'boolean') add(row, `<c r="${address}" t="b"><v>${value ? 1 : 0}</v></c>`);
    else add(row, `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`);
  }
  for (const [at, formula] of formulas.entries()) {
    const address = `${columnLetters(resultColumn)}${at + 1}`;
    add(at + 1, `<c r="${address}"><f t="array" ref="${address}">${escaped(formula.replace(prefixed, '_xlfn.$&'))}</f></c>`);
  }
  const data = [...rows].toSorted(([a], [b]) => a - b).map(([row, cells]) => `<row r="${row}">${cells.join('')}</row>`);
  return `<worksheet xmlns="${main}"><sheetData>${data.join('')}</sheetData></worksheet>`;
} // prettier-ignore

const resultColumn = 30;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const related = (type: string, target: string): string =>
  `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;

const filesOf = (formulas: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': related('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': related('worksheet', 'worksheets/sheet1.xml'),
  'xl/worksheets/sheet1.xml': sheetXml(formulas),
});

/** A ZIP archive without compression. */
function archive(files: Readonly<Record<string, string>>): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(10), place, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

const formulas = officeFormulas();
const folder = mkdtempSync(join(tmpdir(), 'office-'));
writeFileSync(join(folder, 'book.xlsx'), archive(filesOf(formulas)));
const all = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false';
execFileSync('soffice', ['--headless', `-env:UserInstallation=file://${folder}/profile`, '--convert-to', all, '--outdir', folder, join(folder, 'book.xlsx')]); // prettier-ignore
const { rows } = parseCsv(readFileSync(join(folder, 'book.csv'), 'utf8'));
rmSync(folder, { recursive: true });
const results = formulas.map((formula, at) => {
  const field = rows[at]?.[resultColumn];
  return `${formula}\t${field === undefined ? '' : field.isQuoted ? JSON.stringify(field.text) : field.text}`;
});
writeFileSync(new URL('results.tsv', import.meta.url), `${results.join('\n')}\n`);
