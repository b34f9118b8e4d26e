/** 200 texts as people write them in drawings: `ours` in letters and symbols that our fonts have, `foreign` in others. */
type Kind = 'ours' | 'foreign';

const latin = [
  'Approve order', 'Customer', 'AVATAR', 'Type & Token', 'Waiting…', 'Payment (retry)', 'v2.4.1', 'To Do', 'Yes', 'No',
  'façade', 'Straße', 'naïve', 'LTV/CAC', 'P&L 2024', '100%', 'a -> b', 'x => y', 'WAVE', 'Quality — first', '“Quoted”',
  'fi fl ffi ffl', 'ill1I|', 'HTTP 404', 'user@example.org', 'x = y + z', 'Ångström', 'L’Été', 'rum, cola; lime!', 'Zip: 01234',
  '€ 9,99', 'https://example.org/path?a=1&b=2', 'GET /api/v1/me', 'snake_case_name', 'camelCaseName', 'kebab-case-name', 'TODO',
  '[optional]', '{ "json": true }', '<tag attr="x">', '50/50', '3 × 4 = 12', 'Müller & Söhne GmbH', '¿Qué?', 'Æsir Øre Ðað Þorn',
  'To: Ty, Va, We, Yo.', 'AWAY TO TAVERN', 'Order #4711', '© 2025 Atelier™', 'The quick brown fox jumps over the lazy dog',
  'Sphinx of black quartz, judge my vow', 'Payment service provider', 'Kubernetes cluster', 'Load balancer', 'Message queue',
  'Retry with exponential back-off', 'Is it paid?', 'Stock > 0', 'p95 < 200 ms', 'Read replica', 'S3 bucket', 'CDN', 'OAuth 2.0',
  'Sign in', 'Sign out', 'Ship it!', 'Why? Who? When?', '1st, 2nd, 3rd', '12:30–14:00', '−5 °C', 'A/B test', 'e.g. “this”',
  'Q1 · Q2 · Q3 · Q4', 'Backlog', 'In progress', 'Done', 'Blocked by legal', 'Budget: $1,234.56', 'R&D', 'KPI', 'OKR 2026',
  'north-west', 'line one and line two', 'End.', 'Tyrannosaurus', 'Zürich HB', 'São Paulo', 'København', 'Reykjavík', 'Malmö',
]; // prettier-ignore
const extended = [
  'Łódź', 'Gdańsk', 'Český Krumlov', 'Şişli', 'İstanbul', 'Ğüneş', 'Győr', 'Ţară', 'Škoda', 'Đakovo', 'Ħal Qormi', 'Rīga', 'Žemaitija',
  'Ventspils ŗ', 'Ľubľana', 'Ąžuolas', 'Çeşme', 'Kraków – Łódź', 'Tiếng Việt', 'Đà Nẵng', 'Huế', 'Cần Thơ', 'Phở bò', 'ŵ ŷ ŏ', '₺ ₹ ₴',
]; // prettier-ignore
const cyrillic = [
  'Привет мир', 'Заказ оформлен', 'ГЕТЬ', 'Служба доставки', 'Оплата картой', 'Ответ: да', 'Київ', 'Їжак', 'Ґанок', 'Београд', 'Љубав',
  'Џак', 'Қазақ тілі', 'Ўзбек', 'Ёлка', 'Съешь же ещё этих мягких французских булок', 'Вход / Выход', 'СССР', 'Таблица 5', 'база данных',
  'Очередь сообщений', 'ТУДА', 'Уфа', 'Готово!', 'Скидка 20%', 'Пользователь', 'ООО «Ромашка»', '№ 12', 'Ошибка 404', 'Назад',
]; // prettier-ignore
const greek = [
  'Καλημέρα', 'Αθήνα', 'ΤΟΥ', 'Παραγγελία', 'Πληρωμή', 'Ωμέγα', 'Άλφα βήτα', 'Θεσσαλονίκη', 'Ψυχή', 'Ξένος', 'αβγδεζηθ', 'Ύψος 5 μ.',
  'ΑΥΤΟ', 'λ – μ', 'π = 3,14', 'Σύστημα', 'ΐ ΰ', 'Ναι ή όχι;', 'Τέλος', 'Δοκιμή', 'Χρήστης', 'Βάση δεδομένων', 'Όλα καλά', 'Εύρος',
]; // prettier-ignore
/** With the symbols that people write between words. */
export const signs = [
  'draft → review → done', 'A ← B ↔ C', 'x ⇒ y ⇔ z', '✓ paid', '✗ refused', 'a ≤ b ≥ c ≠ d ≈ e', '∞ · ∑ · √2 · ∂f', '● ■ ▲ ◆ ○ □ △',
  '★★★☆☆', '☐ open ☑ done ☒ gone', '⚠ careful', '① ② ⑩ ⑳', 'x ∈ A ∪ B, ∀y ∃z', '▶ start ⏸ pause ⏹ stop', '✅ ok ❌ no', '⌘K ⏎ ⌫',
  '┌──┬──┐', '│ ▓▓▒▒░░ │', 'H₂O, m², 10⁻³', '₿ ₽ ₩', '☃ snow', '♥ ♠ ♣ ♦', '☀ ☁ ☂ ⚡', '⚙ ⚓ ♻ ☎', '❤ ✈ ✂ ✉', 'non‑breaking ‐ hyphens',
  '⟶ ⟨x, y⟩ ⊕ ⊗', '⠋⠙⠹ …', '⅓ cup, Ⅳ, №', '↑ ↓ ↗ ↻ ⇄ ⤴',
]; // prettier-ignore
const foreign = [
  '日本語の文字', '漢字とかな', '请求', '데이터베이스', 'ありがとう', '中文 and English', 'שלום', 'مرحبا', 'नमस्ते', 'ไทย', '👍 ok', '👨‍👩‍👧‍👦', '🇩🇪 🇫🇷',
]; // prettier-ignore

const of = (kind: Kind, texts: readonly string[]): (readonly [string, Kind])[] => texts.map((text) => [text, kind]);

export const strings: readonly (readonly [string, Kind])[] = [
  ...of('ours', latin),
  ...of('ours', extended),
  ...of('ours', cyrillic),
  ...of('ours', greek),
  ...of('ours', signs),
  ...of('foreign', foreign),
  ...of(
    'ours',
    latin.map((text) => text.toUpperCase()),
  ),
].slice(0, 200);
