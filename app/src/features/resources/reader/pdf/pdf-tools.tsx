import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useHintTitle } from '#ui/hint-level.ts';
import { isComposing } from '#ui/is-composing.ts';
import { step } from '#ui/step.ts';
import { texts } from '../../texts.ts';
import classes from './pdf-tools.module.css';
import type { Zoom } from './use-pdf-viewer.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const look = { variant: 'transparent', color: 'gray', size: 44 } as const;

interface PageProps {
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

/** Which page this is of how many, and the way to the others. */
export function PageControl({ page, pages, onTurn }: PageProps) {
  return (
    <fieldset className={classes.group} aria-label={texts.reader.pages}>
      <ActionIcon
        {...look}
        aria-label={texts.reader.previousPage}
        {...step(page > 1 ? () => onTurn(page - 1) : null)}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <PageNumber page={page} onTurn={onTurn} />
      <span className={classes.of}>{texts.reader.ofPages(pages)}</span>
      <ActionIcon
        {...look}
        aria-label={texts.reader.nextPage}
        {...step(page < pages ? () => onTurn(page + 1) : null)}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
    </fieldset>
  );
}

/** The number of the page, which can be typed; Enter goes there. */
function PageNumber({ page, onTurn }: Omit<PageProps, 'pages'>) {
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  return (
    <input
      className={classes.number}
      aria-label={texts.reader.page}
      inputMode="numeric"
      value={typed}
      style={{ width: `${Math.max(2, typed.length) + 1}ch` }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setTyped(String(page))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event)) return;
        event.preventDefault();
        const asked = Number.parseInt(typed, 10);
        if (asked > 0) onTurn(asked);
        setTyped(String(page));
      }}
    />
  );
}

interface Props extends PageProps {
  scale: number;
  isSearching: boolean;
  onZoomBy: (steps: 1 | -1) => void;
  onZoomTo: (zoom: Zoom) => void;
  onSearch: () => void;
}

const zooms = ['auto', 'page-width', 'page-fit', 1] as const;

export function PdfTools({ page, pages, scale, isSearching, onTurn, onZoomBy, onZoomTo, onSearch }: Props) {
  const percent = Math.round(scale * 100);
  return (
    <div className={classes.tools}>
      <PageControl page={page} pages={pages} onTurn={onTurn} />
      <fieldset className={classes.group} aria-label={texts.reader.zoom}>
        <ActionIcon {...look} aria-label={texts.reader.smaller} onClick={() => onZoomBy(-1)}>
          <IconMinus {...icon} />
        </ActionIcon>
        <Menu position="bottom" width={180}>
          <Menu.Target>
            <UnstyledButton className={classes.percent} aria-label={texts.reader.zoomNow(percent)}>
              {texts.reader.percent(percent)}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown aria-label={texts.reader.zoom}>
            {zooms.map((zoom) => (
              <Menu.Item key={zoom} className={classes.item} onClick={() => onZoomTo(zoom)}>
                {texts.reader.zooms[zoom]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <ActionIcon {...look} aria-label={texts.reader.larger} onClick={() => onZoomBy(1)}>
          <IconPlus {...icon} />
        </ActionIcon>
      </fieldset>
      <ActionIcon
        {...look}
        variant="subtle"
        radius="md"
        aria-label={texts.reader.search}
        title={useHintTitle(texts.reader.search)}
        aria-pressed={isSearching}
        onClick={onSearch}
      >
        <IconSearch {...icon} />
      </ActionIcon>
    </div>
  );
}
