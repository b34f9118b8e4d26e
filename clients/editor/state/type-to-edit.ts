/** type-to-edit: whether typing replaces the text of the selected element. It is kept in this browser, for all documents. */

const key = 'atelier.type-to-edit';

export function readTypeToEdit(storage: Pick<Storage, 'getItem'>): boolean {
  try {
    return storage.getItem(key) === 'on';
  } catch {
    // Storage is disabled.
    return false;
  }
}

export function keepTypeToEdit(storage: Pick<Storage, 'setItem'>, isOn: boolean): void {
  try {
    storage.setItem(key, isOn ? 'on' : 'off');
  } catch {
    // It lasts while the tab is shown.
  }
}
