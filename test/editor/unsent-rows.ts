/** unsent-rows: an expression of a page whose value is the number of rows of the browser's copies that the server does not have. */
export const unsentRows = `new Promise((resolve) => {
  const opening = indexedDB.open('atelier');
  opening.onsuccess = () => {
    const reading = opening.result.transaction('updates').objectStore('updates').getAll();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.filter(({ unsent }) => unsent).length);
    };
  };
})`;
