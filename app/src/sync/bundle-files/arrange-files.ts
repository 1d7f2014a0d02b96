import type { MediaWords } from '../media-view.ts';
import type { FileOrder, SortColumn, WantedFiles } from './wanted-files.ts';

type Value = string | number | undefined;

/** What files are sorted and searched by; of fifty thousand nothing else is held. */
interface Line {
  id: string;
  values: Record<SortColumn, Value>;
  /** In small letters, each text in a line of its own. */
  text: string;
  /** Whether it is an image or a video that can be shown. */
  isShowable: boolean;
}

function lineOf({ id, type, url, typeLabel, fileTypeLabel, ...file }: MediaWords): Line {
  const { name, description, keywords, printSize, changed, size } = file;
  const lower = (text: string) => text.toLowerCase();
  return {
    id,
    values: {
      id: lower(id),
      name: lower(name),
      description: lower(description),
      type: lower(fileTypeLabel),
      keywords: lower(keywords.join(', ')),
      printSize: printSize === null ? undefined : lower(printSize),
      changed: changed ?? undefined,
      size: size ?? undefined,
    },
    text: [name, description, typeLabel, fileTypeLabel, ...keywords].join('\n').toLocaleLowerCase(),
    isShowable: type !== 'media--document' && url !== null,
  };
}

/** What is missing comes last in either direction; what is alike keeps the order of the bundle. */
function comparing(lines: readonly Line[], { column, descending }: FileOrder['sort']) {
  const values = lines.map((line) => line.values[column]);
  const sign = descending ? -1 : 1;
  return (one: number, other: number) => {
    const [a, b] = [values[one], values[other]];
    if (a === b) return one - other;
    if (a === undefined) return 1;
    if (b === undefined) return -1;
    return a < b ? -sign : sign;
  };
}

/** Files of one bundle, put in order once for each way somebody sorts and searches them. */
export function arrangeFiles(views: Iterable<MediaWords>) {
  const lines = Array.from(views, lineOf);
  const places = new Map(lines.map(({ id }, at) => [id, at]));
  let sorted: { by: string; places: readonly number[] } | null = null;
  let found: { by: string; ids: readonly string[] } | null = null;

  function sortedPlaces(sort: FileOrder['sort']): readonly number[] {
    const by = `${sort.column} ${sort.descending}`;
    if (sorted?.by === by) return sorted.places;
    sorted = { by, places: lines.map((_, at) => at).sort(comparing(lines, sort)) };
    return sorted.places;
  }

  /** Ids of the files that match, in order (DOC-06). */
  function matching({ search, sort }: FileOrder): readonly string[] {
    const wanted = search.trim().toLocaleLowerCase();
    const by = `${sort.column} ${sort.descending} ${wanted}`;
    if (found?.by === by) return found.ids;
    const ids = sortedPlaces(sort).flatMap((at) => {
      const line = lines[at];
      return line?.text.includes(wanted) ? [line.id] : [];
    });
    found = { by, ids };
    return ids;
  }

  return {
    has: (id: string) => places.has(id),
    /** The page asked for, by ids; the last one where there are fewer. */
    page({ page: wanted, pageSize, ...order }: WantedFiles) {
      const ids = matching(order);
      const page = Math.min(wanted, Math.max(0, Math.ceil(ids.length / pageSize) - 1));
      const onPage = ids.slice(page * pageSize, (page + 1) * pageSize);
      return { all: lines.length, matching: ids.length, page, pageSize, ids: onPage };
    },
    /** Ids of images and videos among the files that match, at most so many, around one of them. */
    showable(order: FileOrder, around: string, most: number): readonly string[] {
      const ids = matching(order).filter((id) => lines[places.get(id) ?? -1]?.isShowable);
      if (ids.length <= most) return ids;
      const first = ids.indexOf(around) - Math.floor(most / 2);
      return Array.from({ length: most }, (_, at) => ids.at((first + at) % ids.length) ?? []).flat();
    },
  };
}

export type ArrangedFiles = ReturnType<typeof arrangeFiles>;
