/** libraries: the texts of clients/editor/libraries. */
import { catalogue } from './catalogue.ts';

export const librariesTexts = catalogue({
  search: 'Search libraries',
  noMatch: 'Nothing matches',
  none: 'No libraries yet',
  noneAbout: 'Keep elements that you use often: select them and choose “Add selection”, or import a library file.',
  addSelection: 'Add selection',
  selectFirst: 'Select an element first',
  import: 'Import…',
  importFile: 'Library file',
  newLibrary: 'New library',
  newLibraryName: 'My shapes',
  added: (title: string, library: string) => `Added “${title}” to ${library}`,
  imported: (name: string, count: number) => `Imported ${count} ${count === 1 ? 'item' : 'items'} into ${name}`,
  leftOut: (count: number) => `${count} ${count === 1 ? 'item' : 'items'} could not be drawn.`,
  noLibraryFile: 'This is not a library file of Atelier, Excalidraw or draw.io.',
  fileTooLarge: 'Library files can be up to 9 MiB.',
  item: (number: number) => `Item ${number}`,
  place: (title: string) => `Place ${title}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  rename: 'Rename…',
  deleteItem: 'Delete item',
  deleteLibrary: 'Delete…',
  showMore: (count: number) => `Show ${count} more`,
  libraryWord: 'library',
  itemWord: 'item',
});
