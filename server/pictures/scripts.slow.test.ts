/** Letters of other scripts, as the fonts' files and the rasterizer draw them. */
import { readFileSync } from 'node:fs';

import { create } from 'fontkit';
import { beforeAll, describe, expect, test } from 'vitest';

import { drawn } from '#core/ops/drawn.test-support.ts';
import { type Picture, renderSvg, renderWhile } from '#core/render/render-svg.ts';
import { typefaceTables } from '#core/text/metrics.ts';
import { textWidth } from '#core/text/width.ts';
import { scaled, seedOr } from '#test/harness/fuzz.ts';
import { SeededRandom } from '#test/harness/random.ts';

import { embeddedFonts } from './font-files.ts';
import { pixelsOf } from './pixels.test-support.ts';
import { readFont, writeFont } from './plain-font.ts';
import { Rasterizer } from './rasterizer.ts';

let rasterizer: Rasterizer;
beforeAll(async () => {
  rasterizer = await Rasterizer.load();
});

const pictureOf = (operations: string): Picture => renderWhile(() => true, drawn(operations), { foreign: rasterizer.foreign })!;

/** The columns of a picture of one line with ink, as a pair: the first and the last. */
function inkOf(label: string): { readonly width: number; readonly dark: number; readonly png: Uint8Array } {
  const answer = rasterizer.png(pictureOf(`add text label="${label}" at:0,0 width=600 height=30`), { scale: 1 });
  if (answer.kind !== 'drawn') throw new Error(answer.kind);
  const { width, rgba } = pixelsOf(answer.bytes);
  const columns = new Set<number>();
  let dark = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at]! > 160) continue;
    dark += 1;
    columns.add((at / 4) % width);
  }
  const sorted = [...columns].toSorted((a, b) => a - b);
  return { width: (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) + 1, dark, png: answer.bytes };
}

const labels = {
  Chinese: '订单处理系统,数据库',
  traditional: '訂單處理系統與資料庫',
  Japanese: '注文を受け付けてデータベースに保存',
  Korean: '주문 처리 시스템과 결제 서비스',
  Arabic: 'نظام إدارة الطلبات والدفع',
  Persian: 'می‌خواهم کتاب بخوانم',
  Urdu: 'آرڈر کی ادائیگی',
  Hebrew: 'מערכת ניהול הזמנות ותשלום',
  Hindi: 'ग्राहक का आदेश और भुगतान प्रक्रिया',
  Marathi: 'विद्यार्थी राष्ट्रीय व्यवस्था',
  Thai: 'ระบบจัดการคำสั่งซื้อและชำระเงิน',
  emoji: '🚀😀🎉👩‍💻🇩🇪👍🏽',
  mixed: 'API v2 नमस्ते (日本語) ok',
  Vietnamese: 'Tiếng Việt: đặt hàng và thanh toán',
  'Polish and Vietnamese': 'Łąžę ệẳỗ, 日本語',
  Greek: 'Ελληνικά με τόνους: ΐ, ΰ',
  Russian: 'Ещё йод, Łódź',
  'both directions': 'Hello مرحبا بالعالم 42',
};

describe('letters of other scripts', () => {
  test.each(Object.entries(labels))('[PC14] %s text is drawn as wide as it is measured', (_, label) => {
    const ink = inkOf(label);
    const measured = textWidth(label, 16);
    // Letters have some space of their own on either side.
    expect(ink.width).toBeGreaterThan(measured * 0.93 - 3);
    expect(ink.width).toBeLessThan(measured * 1.04 + 2);
    expect(ink.dark).toBeGreaterThan(measured);
  });

  test('[PC14] words that mix the letters of several font files are drawn as wide as they are measured', () => {
    const random = new SeededRandom(seedOr(61));
    const letters = ['abcXYZ', 'ąęłőžŁŠ', 'ăđêơưẫẳỗỹẾỨ', 'αβέΐώΨ', 'абйёЇ', '日語'];
    for (let round = 0; round < scaled(1_000, 40); round += 1) {
      const label = Array.from({ length: 12 }, () => random.pick(Array.from(random.pick(letters)))).join('');
      const { width } = inkOf(label);
      expect(width, label).toBeGreaterThan(textWidth(label, 16) * 0.93 - 3);
      expect(width, label).toBeLessThan(textWidth(label, 16) * 1.04 + 2);
    }
  });

  test('[PC14] characters differ from each other and from the box of a missing one', () => {
    const seen = new Set(
      Array.from('㐀订單かカ주묽ب۴שกฐनक्ष🚀😀，').map((character) => Buffer.from(inkOf(character).png).toString('base64')),
    );
    expect(seen.size).toBe(Array.from('㐀订單かカ주묽ب۴שกฐनक्ष🚀😀，').length);
    expect(inkOf('🇩🇪').png).not.toEqual(inkOf('🇫🇷').png);
    expect(inkOf('👩‍💻').png).not.toEqual(inkOf('👩').png);
  });

  test('[PC14] Han characters of a Japanese tab have Japanese forms, and others Chinese ones', () => {
    const pictureOfHan = (operations: string): Uint8Array => {
      const area = { x: 0, y: 0, width: 200, height: 30 };
      const tab = drawn(`add text "直角" at:0,0 width=200 height=30\n${operations}`);
      const picture = renderWhile(() => true, tab, { foreign: rasterizer.foreign, area })!;
      const answer = rasterizer.png(picture, { scale: 1 });
      return answer.kind === 'drawn' ? answer.bytes : new Uint8Array();
    };
    const chinese = pictureOfHan('add text "订单" at:0,400');
    expect(chinese.length).toBeGreaterThan(100);
    expect(pictureOfHan('add text "する" at:0,400')).not.toEqual(chinese);
    expect(pictureOfHan('add text "API" at:0,400')).toEqual(chinese);
  });

  test('[PC14] Arabic letters are joined, and separate beside a non-joiner', () => {
    expect(inkOf('ببب').width).toBeLessThan(inkOf('ب\u200cب\u200cب').width * 0.8);
  });

  test('[PC14] lines of Arabic and Hebrew run from right to left', () => {
    const ends = (label: string): Uint8Array => inkOf(label).png;
    // A full stop after the text is at its left, as before it in a line from left to right.
    expect(ends('שלום.')).not.toEqual(ends('.שלום'));
    expect(inkOf('a שלום').width).toBeGreaterThan(inkOf('שלום').width);
  });

  test('[PC14] a syllable of several parts takes the room of all of them', () => {
    for (const [one, several] of [['गा', 'गागागागागा'], ['कि', 'किकिकिकिकि'], ['กำ', 'กำกำกำกำกำ']] as const)
      expect(inkOf(several).width).toBeGreaterThan(4 * textWidth(one, 16));
  }); // prettier-ignore

  test('[PC15] twenty Chinese, Japanese and Korean labels take less than 200 kB in an SVG', () => {
    const texts = ['用户登录验证', '订单处理系统', '支付网关接口', '数据库备份', '消息队列服务', '库存管理模块', '物流跟踪查询', '客户关系管理', '报表统计分析', '权限控制中心', '注文を受け付ける', '在庫を確認する', '支払い処理', 'お客様サポート', 'データベース保存', '주문 처리 시스템', '결제 서비스', '사용자 인증', '배송 추적', '데이터 분석']; // prettier-ignore
    const operations = texts.map((text, index) => `add rounded label="${text}" at:${(index % 5) * 220},${Math.floor(index / 5) * 120} width=180 height=80`); // prettier-ignore
    const svg = renderSvg(drawn(operations.join('\n')), { fonts: embeddedFonts() });
    expect(svg.length).toBeLessThan(200_000);
    const characters = new Set(Array.from(texts.join('').replaceAll(' ', '')));
    const embedded = Array.from(svg.matchAll(/data:font\/woff;base64,(?<data>[\w+/=]+)/g), ({ groups }) =>
      create(writeFont(readFont(Buffer.from(groups!['data']!, 'base64')))),
    );
    const points = embedded.flatMap(({ characterSet }) => characterSet).filter((point) => point !== 0xffff);
    for (const character of characters) expect(points, character).toContain(character.codePointAt(0));
    // Beside them only the parts that some are shaped from, such as a kana and its voice mark.
    expect(points.length).toBeLessThan(characters.size * 1.3);
  });

  test('the table has the widths and characters of the files', () => {
    for (const { subset } of [...typefaceTables.scripts.blocks, ...typefaceTables.japanese.blocks]) {
      const file = new URL(`fonts/scripts-${subset}-400-normal.woff`, import.meta.url);
      const font = create(writeFont(readFont(readFileSync(file))));
      const points = font.characterSet.filter((point) => point > 0x500 && point !== 0xffff && point !== 0x25cc);
      for (const point of points.filter((_, index) => index % 7 === 0)) {
        const character = String.fromCodePoint(point);
        if (/^[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u.test(character)) continue;
        if (subset === 'emoji' && point < 0x1f000) continue;
        const exact = font.glyphForCodePoint(point).advanceWidth / font.unitsPerEm;
        expect(textWidth(character, 1), `${subset} ${character}`).toBeCloseTo(exact, 2);
      }
    }
  });
});
