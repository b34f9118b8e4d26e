/** save-file: downloads a file to the person's computer. */
export const saveFile = (name: string, media: string, text: string): void => saveBlob(name, new Blob([text], { type: media }));

export function saveBlob(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name for every system: letters, digits, blanks and hyphens of the text. */
export const fileName = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .slice(0, 80) || 'Untitled';
