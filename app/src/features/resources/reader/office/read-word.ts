import mammoth from 'mammoth';
import { type OfficePicture, pictureAddress, type WordContent } from './office-content.ts';

const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Text, lists, tables, links and pictures of a Word document; not its layout. */
export async function readWord(archive: Uint8Array): Promise<WordContent> {
  const pictures: OfficePicture[] = [];
  const convertImage = mammoth.images.imgElement(async (image) => {
    if (!shownTypes.includes(image.contentType)) return { src: '' };
    pictures.push({ mime: image.contentType, base64: await image.readAsBase64String() });
    return { src: pictureAddress(pictures.length - 1) };
  });
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: archive.slice().buffer },
    { convertImage, externalFileAccess: false },
  );
  return { html: value, pictures };
}
