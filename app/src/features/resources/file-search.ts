import type { MediaView } from '#services.ts';

/** Name, description, type labels and keywords, whatever their case and whether shown or not (DOC-06). */
export function filesMatching<File extends MediaView>(
  files: readonly File[],
  search: string,
): readonly File[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return files;
  return files.filter(({ name, description, typeLabel, fileTypeLabel, keywords }) =>
    [name, description, typeLabel, fileTypeLabel, ...keywords].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    ),
  );
}
