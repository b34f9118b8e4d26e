/** Finds a tab by its id, by the address of its page, by its name if only one has it, or the first tab of the document. */
import { ServiceRefusal } from './service-refusal.ts';
import type { Service } from './service.ts';

const idForm = /^tab_[0-9a-z]{16,40}$/;
const idWithin = /tab_[0-9a-z]{16,40}/;

/** Returns the id, without a check that the tab exists. Throws ServiceRefusal (tab_not_found). */
export async function findTab(service: Service, documentId: string, name?: string): Promise<string> {
  if (name !== undefined && idForm.test(name)) return name;
  const inAddress = name !== undefined && /^https?:\/\//.test(name) ? idWithin.exec(name)?.[0] : undefined;
  if (inAddress !== undefined) return inAddress;
  const { tabs } = await service.json('GET /documents/:doc', { params: { doc: documentId } });
  const wanted = name?.toLowerCase();
  const named = wanted === undefined ? tabs.slice(0, 1) : tabs.filter((tab) => tab.name.toLowerCase() === wanted);
  const exact = named.filter((tab) => tab.name === name);
  const [only, ...more] = exact.length > 0 ? exact : named;
  if (only !== undefined && more.length === 0) return only.id;
  throw new ServiceRefusal({
    code: 'tab_not_found',
    status: 404,
    detail: only === undefined ? 'The document has no tab of this name.' : 'Several tabs have this name.',
    hint: 'Name it by its id.',
    candidates: (only === undefined ? tabs : named).map(({ id, name: called }) => ({ id, name: called })),
  });
}
