/** overloaded: thrown for a document that is not loaded now, since what is loaded already takes the memory there is. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';

  constructor(documentId: string) {
    super(`There is no memory left to load ${documentId}.`);
  }
}
