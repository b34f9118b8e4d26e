/**
 * copy-picture: puts a picture on the clipboard.
 *
 * A browser grants the clipboard to a press for a moment only, Safari before anything is awaited: it gets promises of the picture. SVG is
 * a text everywhere, and a picture where the browser takes it as one.
 */
const svg = 'image/svg+xml';

/** Throws if the browser refuses, or what `picture` throws. */
export async function copyPicture(format: 'png' | 'svg', picture: Promise<Blob>): Promise<void> {
  const contents =
    format === 'png'
      ? { 'image/png': picture }
      : { 'text/plain': asText(picture), ...(ClipboardItem.supports(svg) && { [svg]: asImage(picture) }) };
  await navigator.clipboard.write([new ClipboardItem(contents)]);
  // A refusal of the server is no refusal of the clipboard.
  await picture;
}

/** Browsers take style sheets out of what they put on the clipboard as a picture, and complain about them. */
const asImage = async (picture: Promise<Blob>): Promise<Blob> =>
  new Blob([(await (await picture).text()).replace(/<style>[^<]*<\/style>/, '')], { type: svg });

const asText = async (picture: Promise<Blob>): Promise<Blob> => new Blob([await (await picture).text()], { type: 'text/plain' });
