/** save-file: hands somebody a file, as a download of their browser. */
export function saveFile(name: string, media: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: media }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun with it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every system takes: letters, digits, blanks and hyphens of what is given. */
export const fileName = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .slice(0, 80) || 'Untitled';
