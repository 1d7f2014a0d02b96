import { Choices } from '#ui/choices.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { texts } from '../texts.ts';
import { type PackSort, packSorts } from './pack-list.ts';
import classes from './pack-list-tools.module.css';

interface Props {
  search: string;
  onSearch: (search: string) => void;
  sort: PackSort;
  onSort: (sort: PackSort) => void;
}

/** Finds packs by words of their name or notes, and puts them in order. */
export const PackListTools = ({ search, onSearch, sort, onSort }: Props) => (
  <>
    <SearchField
      className={classes.search}
      name={texts.list.search}
      clear={texts.list.clearSearch}
      value={search}
      onChange={onSearch}
    />
    <Choices
      aria-label={texts.list.sort}
      value={sort}
      onChange={(value) => onSort(value as PackSort)}
      data={packSorts.map((value) => ({ value, label: texts.list.sorts[value] }))}
    />
  </>
);
