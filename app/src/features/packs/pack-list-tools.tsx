import '@mantine/core/styles/Input.layer.css';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { Choices } from '#ui/choices.tsx';
import { type PackSort, packSorts } from './pack-list.ts';
import classes from './pack-list-tools.module.css';
import { texts } from './texts.ts';

interface Props {
  search: string;
  onSearch: (search: string) => void;
  sort: PackSort;
  onSort: (sort: PackSort) => void;
}

/** Finds packs by words of their name or notes, and puts them in order. */
export const PackListTools = ({ search, onSearch, sort, onSort }: Props) => (
  <>
    <TextInput
      type="search"
      className={classes.search ?? ''}
      aria-label={texts.list.search}
      placeholder={texts.list.search}
      leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
      rightSection={
        search && (
          <ActionIcon
            variant="transparent"
            color="gray"
            size={44}
            aria-label={texts.list.clearSearch}
            onClick={() => onSearch('')}
          >
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      }
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
    <Choices
      aria-label={texts.list.sort}
      value={sort}
      onChange={(value) => onSort(value as PackSort)}
      data={packSorts.map((value) => ({ value, label: texts.list.sorts[value] }))}
    />
  </>
);
