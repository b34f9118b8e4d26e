/** document-drag: a document of the list as what a drag carries. */
const type = 'application/x-atelier-document';

export function dragDocument(data: DataTransfer, documentId: string): void {
  data.setData(type, documentId);
  // Dropped on a browser's tab it is the link that it is.
  data.effectAllowed = 'all';
}

/** While it is dragged, what it carries cannot be read. */
export const isDocumentDrag = (data: DataTransfer): boolean => data.types.includes(type);

/** Null if it is something else. */
export function draggedDocument(data: DataTransfer): string | null {
  const id = data.getData(type);
  return id === '' ? null : id;
}
