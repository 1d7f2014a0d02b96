import { Button, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconCheck,
  IconColumns3,
  IconLayoutGrid,
  IconTable,
} from '@tabler/icons-react';
import { Choices } from '#ui/choices.tsx';
import { useHintTitle } from '#ui/hint-level.ts';
import { SearchField } from '#ui/search-field.tsx';
import { Spoken } from '#ui/spoken.tsx';
import classes from './file-toolbar.module.css';
import { texts } from './texts.ts';
import { type ColumnName, optionalColumns, type ViewPreferences } from './view-preferences.ts';

interface Props {
  view: ViewPreferences;
  display: 'table' | 'grid';
  isPhone: boolean;
  search: string;
  onSearch: (search: string) => void;
  onChange: (changes: Partial<ViewPreferences>) => void;
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Search and columns where there is room (DOC-04), sorting where no column heads are, and table or grid (DOC-03). */
export function FileToolbar({ view, display, isPhone, search, onSearch, onChange }: Props) {
  return (
    <div className={classes.bar}>
      {!isPhone && (
        <SearchField
          className={classes.search}
          tour="search"
          name={texts.search}
          clear={texts.clearSearch}
          value={search}
          onChange={onSearch}
        />
      )}
      <div className={classes.end}>
        {display === 'grid' && <SortMenu view={view} onChange={onChange} />}
        {!isPhone && <ColumnMenu view={view} onChange={onChange} />}
        <Choices
          aria-label={texts.display}
          className={classes.display}
          data-tour="display"
          value={display}
          onChange={(value) => onChange({ display: value as 'table' | 'grid' })}
          data={[
            { value: 'table', label: <Choice icon={<IconTable {...icon} />} words={texts.table} /> },
            { value: 'grid', label: <Choice icon={<IconLayoutGrid {...icon} />} words={texts.grid} /> },
          ]}
        />
      </div>
    </div>
  );
}

const Choice = ({ icon: sign, words }: { icon: React.ReactNode; words: string }) => (
  <span title={useHintTitle(words)}>
    {sign}
    <Spoken>{words}</Spoken>
  </span>
);

type MenuProps = Pick<Props, 'view' | 'onChange'>;

function ColumnMenu({ view, onChange }: MenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" data-tour="columns" leftSection={<IconColumns3 {...icon} />}>
          {texts.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.columns}>
        {optionalColumns.map((name) => {
          const isShown = view.columns.includes(name);
          return (
            <Menu.CheckboxItem
              key={name}
              className={classes.item}
              checked={isShown}
              checkIcon={<IconCheck size={18} stroke={1.75} aria-hidden />}
              onChange={() =>
                onChange({
                  columns: optionalColumns.filter((other) =>
                    other === name ? !isShown : view.columns.includes(other),
                  ),
                })
              }
            >
              {texts.column[name]}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

const sortable: readonly ColumnName[] = ['name', 'description', 'changed', 'type', 'size'];

function SortMenu({ view: { sort }, onChange }: MenuProps) {
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp;
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.sort}
          leftSection={<IconArrowsSort {...icon} />}
          aria-label={`${texts.sortBy} ${texts.column[sort.column]}, ${sort.descending ? texts.descending : texts.ascending}`}
        >
          {texts.column[sort.column]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.sortBy}>
        {sortable.map((name) => {
          const isSorted = sort.column === name;
          return (
            <Menu.RadioItem
              key={name}
              value={name}
              className={classes.item}
              checked={isSorted}
              closeMenuOnClick
              checkIcon={<Arrow size={18} stroke={1.75} aria-hidden />}
              onChange={() =>
                onChange({
                  sort: {
                    column: name,
                    descending: isSorted ? !sort.descending : name === 'changed' || name === 'size',
                  },
                })
              }
            >
              {texts.column[name]}
            </Menu.RadioItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
