import { texts } from './texts.ts';

const { picture } = texts;

/** As an `img` shows it. */
export interface ReadPicture {
  address: string;
  isWide: boolean;
}

/**
 * A file of the person's.
 * @throws Error with the words for the person (PROF-18 to PROF-20)
 */
export async function readPicture(file: File): Promise<ReadPicture> {
  if (!file.type.startsWith('image/')) throw new Error(picture.noImage);
  if (typeof FileReader === 'undefined') throw new Error(picture.noReader);
  const address = await readAsAddress(file);
  const { naturalWidth, naturalHeight } = await decoded(address);
  return { address, isWide: naturalWidth > naturalHeight };
}

function readAsAddress(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () =>
      reject(new Error(picture.readError(reader.error?.message || reader.error?.name || '')));
    reader.onabort = () => reject(new Error(picture.aborted));
    reader.readAsDataURL(file);
  });
}

/** Not every picture is of a kind that every browser knows, and some are broken. */
async function decoded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return image;
  } catch (error) {
    throw new Error(picture.readError(picture.notShown), { cause: error });
  }
}
