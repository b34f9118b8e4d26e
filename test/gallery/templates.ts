/** Makes each template on a server of its own, through REST, and reads what became of it. */
import { pictureName } from '#clients/editor/templates/picture-name.ts';
import { applyTemplate, tabFor } from '#clients/templates/apply-template.ts';
import { Service } from '#clients/service/service.ts';
import { templates } from '#core/templates/list.ts';
import type { Template } from '#core/templates/template.ts';
import { startTestServer } from '#rest/server.test-support.ts';
import type { Finding } from '#schema/changeset.ts';

export type DrawnTemplate = {
  readonly template: Template;
  readonly findings: readonly Finding[];
  readonly elements: number;
  /** PNGs for the picker, by file name: on a light and on a dark page; of a tab in pages mode the first page. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
};

/** The longer side of a picture in pixels. */
const longestSide = 640;
const padding = 40;

export async function drawTemplates(): Promise<DrawnTemplate[]> {
  const server = await startTestServer();
  try {
    const { token } = await server.addPerson('Ada');
    const service = new Service({ url: `${server.origin}/api/v1`, token });
    const drawn: DrawnTemplate[] = [];
    for (const template of templates) drawn.push(await drawTemplate(service, template));
    return drawn;
  } finally {
    await server.close();
  }
}

async function drawTemplate(service: Service, template: Template): Promise<DrawnTemplate> {
  const document = await service.json('POST /documents', { body: { name: template.title, tabs: [tabFor(template)] } });
  const params = { doc: document.id, tab: document.tabs[0]?.id ?? '' };
  const headers = { Accept: 'application/json' };
  await applyTemplate((name, ...input) => service.json(name, ...input), { documentId: params.doc, tabId: params.tab }, template);
  const { findings } = await service.json('GET /documents/:doc/tabs/:tab?view=lint', { params, headers });
  const { elements, pages } = await service.json('GET /documents/:doc/tabs/:tab', { params, headers });
  const page = pages[0]?.rect;
  const { width, height } = page ?? (await sizeOf(service, params));
  const query = { scale: longestSide / Math.max(width, height), ...(page === undefined ? { padding } : { page: '1' }) };
  const pictures = new Map<string, Uint8Array>();
  for (const theme of ['light', 'dark'] as const) {
    const picture = await service.bytes('GET /documents/:doc/tabs/:tab/render.png', { params, query: { ...query, theme } });
    pictures.set(pictureName(template, theme === 'dark'), picture);
  }
  return { template, findings, elements: elements.length, pictures };
}

/** The size of its picture in pixels. */
async function sizeOf(service: Service, params: { readonly doc: string; readonly tab: string }) {
  const svg = await service.text('GET /documents/:doc/tabs/:tab/render.svg', { params, query: { padding } });
  const [, width, height] = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}
