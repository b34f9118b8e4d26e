/** Thrown for a document that cannot be loaded now because the loaded ones use the available memory. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';

  constructor(documentId: string) {
    super(`Not enough memory to load ${documentId}.`);
  }
}
