import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { type OfficePicture, pictureAddress, type WordContent } from './office-content.ts';
import { TooLarge } from './safe-zip.ts';
import { type ListItem, withoutGaps } from './without-gaps.ts';
import { withNumbers } from './word-numbers.ts';

const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * Letters of all pictures as they stand in the page, where one stands as often as the document names it: more than the
 * largest file that is read holds, and few enough for a tablet.
 */
const mostPictureLetters = 60_000_000;

/** The title of a document stands above its headings. */
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  ...[1, 2, 3, 4, 5].flatMap((level) =>
    [`p.Heading${level}`, `p[style-name='Heading ${level}']`].map(
      (style) => `${style} => h${level + 1}:fresh`,
    ),
  ),
];

/**
 * Text, lists with their numbers, tables, links and pictures of a Word document; not its layout.
 * @throws TooLarge
 */
export async function readWord(archive: Uint8Array): Promise<WordContent> {
  const pictures: OfficePicture[] = [];
  const addresses = new Map<string, string>();
  let letters = 0;
  const convertImage = mammoth.images.imgElement(async (image) => {
    // Told at the end: mammoth leaves a picture out that fails.
    if (letters > mostPictureLetters || !shownTypes.includes(image.contentType)) return { src: '' };
    const base64 = await image.readAsBase64String();
    letters += base64.length;
    const known = addresses.get(base64);
    if (known) return { src: known };
    const address = pictureAddress(pictures.length);
    addresses.set(base64, address);
    pictures.push({ mime: image.contentType, base64 });
    return { src: address };
  });
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: numbered(archive).slice().buffer },
    {
      convertImage,
      styleMap,
      transformDocument: (document: ListItem) => withoutGaps(document),
      externalFileAccess: false,
    },
  );
  if (letters > mostPictureLetters) throw new TooLarge('too many pictures');
  return { html: value, pictures };
}

function numbered(archive: Uint8Array): Uint8Array {
  const parts = unzipSync(archive);
  // Word on the web adds a figure to the names.
  const nameOf = (part: string) =>
    Object.keys(parts).find((name) => new RegExp(`^word/${part}\\d*\\.xml$`).test(name)) ?? '';
  const textOf = (name: string) => (parts[name] ? strFromU8(parts[name]) : null);
  const documentName = nameOf('document');
  const document = textOf(documentName);
  if (document === null) return archive;
  const written: Zippable = {};
  for (const [name, content] of Object.entries(parts)) written[name] = [content, { level: 0 }];
  const text = withNumbers({
    document,
    numbering: textOf(nameOf('numbering')),
    styles: textOf(nameOf('styles')),
  });
  written[documentName] = [strToU8(text), { level: 0 }];
  return zipSync(written);
}
